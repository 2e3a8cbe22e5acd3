import type { PostMetricsView } from '@posthorn/contracts/analytics/analytics.http';
import { metrics } from '@posthorn/contracts/shared/metrics';
import { Link } from '@tanstack/react-router';
import CircleAlert from 'lucide-react/icons/circle-alert';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { useNow } from '#lib/now.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { clockTime } from '#lib/zone-format.ts';
import { FIGURES_TEXT as TEXT, METRIC_NAMES, PAUSE_TEXT } from '../card.messages.en.ts';
import { shortDay } from '../days.ts';
import { whole } from '../sizes.ts';

type FigureNotesProps = Readonly<{ targets: readonly PostMetricsView[]; zone: string }>;

/** What somebody has to know who reads these figures: why no more come, and which have fallen. */
export function FigureNotes({ targets, zone }: FigureNotesProps) {
  const now = useNow();
  const notes = targets.flatMap((target) => [
    ...(target.ended === 'gone' ? [<Gone key={`gone-${String(target.accountId)}`} target={target} />] : []),
    ...(target.paused
      ? [<Paused key={`paused-${String(target.accountId)}`} {...{ target, zone, now }} />]
      : []),
    ...fallen(target, targets.length > 1, zone, now).map((words) => (
      <Line key={`${String(target.accountId)} ${words}`}>{words}</Line>
    )),
  ]);
  return notes.length > 0 && <ul className="mt-1 space-y-0.5 text-xs text-muted">{notes}</ul>;
}

const Line = ({ children }: { children: ReactNode }) => (
  <li className="flex items-start gap-1.5">
    <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
    <span className="min-w-0">{children}</span>
  </li>
);

const Gone = ({ target }: { target: PostMetricsView }) => (
  <Line>{TEXT.noLonger(PLATFORM_NAMES[target.platform])}</Line>
);

type PausedProps = Readonly<{ target: PostMetricsView; zone: string; now: number }>;

const Paused = ({ target: { paused, platform, nextAt }, zone, now }: PausedProps) =>
  paused && (
    <li className="flex items-start gap-1.5 text-attention">
      <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
      <span className="min-w-0">
        {PAUSE_TEXT[paused](PLATFORM_NAMES[platform])}
        {nextAt !== null && ` ${TEXT.nextLook(clockTime(Date.parse(nextAt), zone, now))}`}
        {paused === 'reconnect' && (
          <Link
            to="/settings"
            hash="connected-accounts"
            className="-my-3 ml-1.5 inline-flex min-h-11 items-center font-medium text-primary underline underline-offset-4"
          >
            {TEXT.reconnect}
          </Link>
        )}
      </span>
    </li>
  );

/** "was 132 on 3 Nov", by its platform where there are several. */
const fallen = (
  { fell, platform }: PostMetricsView,
  areSeveral: boolean,
  zone: string,
  now: number,
): readonly string[] =>
  metrics.flatMap((metric) => {
    const drop = fell[metric];
    if (!drop) return [];
    const [name, was, day] = [METRIC_NAMES[metric], whole(drop.was), shortDay(drop.at, zone, now)];
    return areSeveral ? TEXT.fellOn(name, PLATFORM_NAMES[platform], was, day) : TEXT.fell(name, was, day);
  });
