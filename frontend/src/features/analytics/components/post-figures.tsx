import type { PostMetricsView } from '@posthorn/contracts/analytics/analytics.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { useQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState, type ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { lazyPart } from '#lib/lazy-part.ts';
import { useNow } from '#lib/now.ts';
import { clockTime } from '#lib/zone-format.ts';
import { Button } from '#ui/button.tsx';
import { Part } from '#ui/part.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { figuresQuery } from '../api/figures.ts';
import { usePlanEnded } from '../api/plan-ended.ts';
import { asOf, nextLook } from '../model/as-of.ts';
import { FIGURES_TEXT as TEXT, METRIC_NAMES } from '../messages/card.en.ts';
import { besideSums, cardSums, type Sum } from '../model/sums.ts';
import { BesideSums } from './beside-sums.tsx';
import { Cell, Cells, FigureCell } from './figure-cell.tsx';
import { FigureNotes } from './figure-notes.tsx';
import { MaskedFigures } from './masked-figures.tsx';

const FigureDetails = lazyPart(async () => (await import('./figure-details.tsx')).FigureDetails);

type PostFiguresProps = Readonly<{ post: PostView; zone: string; isPremium: boolean }>;

/** The metrics of a published post. Without Premium, hides the numbers and does not send a request. */
export function PostFigures({ post, zone, isPremium }: PostFiguresProps) {
  return isPremium ? <LoadedFigures post={post} zone={zone} /> : <MaskedFigures />;
}

function LoadedFigures({ post, zone }: Omit<PostFiguresProps, 'isPremium'>) {
  const { data: targets, error, refetch } = useQuery(figuresQuery(post.id));
  if (usePlanEnded(error)) return <MaskedFigures />;
  if (targets) return <Figures post={post} targets={targets} zone={zone} />;
  // Null: the server has no publication of the post.
  if (targets === null) return <p className="text-xs text-muted">{TEXT.none}</p>;
  if (error)
    return (
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
        {TEXT.failed}
        <Button variant="link" size="inline" onClick={() => void refetch()}>
          {TEXT.again}
        </Button>
      </p>
    );
  return (
    <div className="grid grid-cols-4 gap-2">
      <span className="sr-only">{TEXT.loading}</span>
      {[1, 2, 3, 4].map((key) => (
        <Skeleton key={key} className="h-9" />
      ))}
    </div>
  );
}

type FiguresProps = Readonly<{ post: PostView; targets: readonly PostMetricsView[]; zone: string }>;

function Figures({ post, targets, zone }: FiguresProps) {
  const [isOpen, setOpen] = useState(false);
  const since = asOf(targets);
  return (
    <>
      <Cells>
        {cardSums(targets).map((sum) =>
          since === null ? <Unknown key={sum.metric} {...sum} /> : <FigureCell key={sum.metric} {...sum} />,
        )}
      </Cells>
      {since !== null && <BesideSums targets={besideSums(targets)} />}
      <FigureNotes targets={targets} zone={zone} />
      <DetailsButton
        isOpen={isOpen}
        onToggle={() => {
          setOpen(!isOpen);
        }}
      >
        <Since since={since} next={nextLook(targets)} zone={zone} />
      </DetailsButton>
      {isOpen && (
        <Part fallback={<Skeleton className="mt-2 h-24" />}>
          <FigureDetails post={post} targets={targets} zone={zone} />
        </Part>
      )}
    </>
  );
}

/** The cell before the first poll. Shows a dash, because a zero would look like a result. */
const Unknown = ({ metric }: Sum) => (
  <Cell name={METRIC_NAMES[metric]}>
    <span aria-hidden className="text-muted">
      –
    </span>
    <span className="sr-only">{TEXT.none}</span>
  </Cell>
);

type DetailsButtonProps = Readonly<{ isOpen: boolean; onToggle: () => void; children: ReactNode }>;

/** The button that shows the details. The button has the height of a touch target and overlaps the metrics above. */
const DetailsButton = ({ isOpen, onToggle, children }: DetailsButtonProps) => (
  <div className="flex h-5 items-center text-xs">
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onToggle}
      className="flex min-h-11 min-w-0 flex-1 items-center gap-1.5 rounded-lg text-left text-muted"
    >
      <span className="sr-only">{TEXT.details}. </span>
      <span className="min-w-0 truncate">{children}</span>
      <ChevronDown
        aria-hidden
        className={classNames('size-4 shrink-0 transition-transform', isOpen && 'rotate-180')}
      />
    </button>
  </div>
);

type SinceProps = Readonly<{ since: string | null; next: string | null; zone: string }>;

/** The time of the metrics, or the expected time of the first metrics. */
function Since({ since, next, zone }: SinceProps) {
  const now = useNow();
  if (since !== null) return TEXT.asOf(clockTime(Date.parse(since), zone, now));
  if (next === null) return TEXT.none;
  const at = Date.parse(next);
  return at > now ? TEXT.firstAt(clockTime(at, zone, now)) : TEXT.firstSoon;
}
