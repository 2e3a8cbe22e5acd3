import type { HistoryView } from '@posthorn/contracts/scheduling/history.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState, type ReactNode } from 'react';
import { historyQuery } from '../../api/history.ts';
import { CommentsCut } from '../history/comments-cut.tsx';
import { PostAtTime } from '../history/post-at-time.tsx';
import { Receipt } from '../history/receipt.tsx';
import { TimeSlider } from '../history/time-slider.tsx';
import { suffixOn } from '../../model/history/suffix-on.ts';
import { usePostAt } from '../../hooks/history/use-post-at.ts';
import { PreviewTabs } from '../composer/preview-tabs.tsx';
import { previewsOf, type Preview } from '../../model/composer/preview-fit.ts';
import type { Writer } from '../../model/composer/writer.ts';
import { PostStatus } from './post-status.tsx';
import { HISTORY_TEXT } from '../../messages/history.en.ts';
import { DETAILS_TEXT as TEXT } from '../../messages/posts.en.ts';
import { nameOf } from '../../model/posts/post-name.ts';
import { useDebounced } from '#lib/debounced.ts';
import { useNow } from '#lib/now.ts';
import { relativeTime } from '#lib/relative-time.ts';
import { dayAndTime, exactTime } from '#lib/zone-format.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

/** While the user moves through the list, the history loads only after a pause. */
const PAUSE_MS = 150;

type PostDetailProps = Readonly<{ post: PostView; writer: Writer }>;

/** The previews of a post, its state on each platform, and its history. */
export function PostDetail({ post, writer }: PostDetailProps) {
  const { zone, isPremium, platforms } = writer;
  const now = useNow();
  const id = String(post.id);
  const loadsHistory = useDebounced(id, PAUSE_MS) === id;
  const history = useQuery({ ...historyQuery(post.id), enabled: loadsHistory });
  const suffixedIds = suffixedIdsOf(post, history.data, history.isError);
  return (
    // The key resets the chosen account and time for another post.
    <div key={post.id} className="space-y-5">
      <header>
        <h2 dir="auto" className="truncate text-lg font-semibold" title={nameOf(post)}>
          {nameOf(post)}
        </h2>
        <div className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
          <time dateTime={post.scheduledFor} title={exactTime(post.scheduledFor, zone)}>
            {dayAndTime(post.scheduledFor, zone, now)}, {relativeTime(post.scheduledFor, now)}
          </time>
          <PostStatus post={post} />
        </div>
      </header>
      <Section heading={TEXT.preview}>
        {suffixedIds === undefined ? (
          <Skeleton className="h-72 rounded-2xl" />
        ) : (
          <Previews
            previews={previewsOf(post, {
              accounts: writer.accounts.list,
              platforms,
              isPremium,
              suffixOn: suffixedIds,
            })}
          />
        )}
      </Section>
      {history.data ? (
        <Past history={history.data} post={post} zone={zone} now={now} />
      ) : history.isError ? (
        <Note kind="error">
          <p>{TEXT.historyFailed}</p>
          <Button className="mt-2" onClick={() => void history.refetch()}>
            {TEXT.again}
          </Button>
        </Note>
      ) : (
        <Skeleton className="h-40 rounded-2xl" />
      )}
    </div>
  );
}

/** Returns the ids of the accounts whose text contains the suffix of the free plan. Null: publishing has not begun, so the plan decides
 * later. Undefined: the history, which has the ids, is loading. If the history fails to load, returns an empty list.
 */
function suffixedIdsOf(
  { status, publishing }: PostView,
  history: HistoryView | undefined,
  hasFailed: boolean,
): readonly number[] | null | undefined {
  if (status === 'scheduled' && !publishing) return null;
  if (history) return suffixOn(history.events);
  return hasFailed ? [] : undefined;
}

function Previews({ previews }: { previews: readonly Preview[] }) {
  const [at, setAt] = useState<number | null>(null);
  return <PreviewTabs previews={previews} at={at} onPick={setAt} />;
}

type PastProps = Readonly<{ history: HistoryView; post: PostView; zone: string; now: number }>;

/** The receipt shows the current state. The past state appears below the slider, so that the content above does not move. */
function Past({ history, post, zone, now }: PastProps) {
  const { events } = history;
  const past = usePostAt(history);
  return (
    <>
      <Section heading={TEXT.receipt}>
        <Receipt post={post} events={events} zone={zone} at={null} />
      </Section>
      <Section heading={TEXT.history}>
        <TimeSlider events={events} zone={zone} step={past.step} onStep={past.onStep}>
          {past.at !== null && past.post && (
            <PostAtTime post={past.post} label={HISTORY_TEXT.then} zone={zone} now={now} isBusy={past.isBusy}>
              <Receipt post={past.post} events={events} zone={zone} at={past.at} />
            </PostAtTime>
          )}
        </TimeSlider>
        <CommentsCut history={history} />
        <Button asChild variant="quiet" className="-ml-4">
          <Link to="/posts/$postId/history" params={{ postId: String(post.id) }}>
            {TEXT.whole}
          </Link>
        </Button>
      </Section>
    </>
  );
}

function Section({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="space-y-2">
      <h3 id={id} className="text-xs font-semibold text-muted">
        {heading}
      </h3>
      {children}
    </section>
  );
}
