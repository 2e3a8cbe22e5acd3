import type { PostMetricsView } from '@posthorn/contracts/analytics/analytics.http';
import { Link } from '@tanstack/react-router';
import CircleAlert from 'lucide-react/icons/circle-alert';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { useNow } from '#lib/now.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { clockTime } from '#lib/zone-format.ts';
import { FIGURES_TEXT as TEXT, PAUSE_TEXT } from '../messages/card.en.ts';
import { fallsOf } from '../model/falls.ts';

type FigureNotesProps = Readonly<{ targets: readonly PostMetricsView[]; zone: string }>;

/** Notes about the metrics: why no new numbers arrive, and which metrics have decreased. */
export function FigureNotes({ targets, zone }: FigureNotesProps) {
  const now = useNow();
  const notes = targets.flatMap((target) => [
    ...(target.ended === 'gone' ? [<Gone key={`gone-${String(target.accountId)}`} target={target} />] : []),
    ...(target.paused
      ? [<Paused key={`paused-${String(target.accountId)}`} {...{ target, zone, now }} />]
      : []),
  ]);
  const falls = targets.flatMap((target) => fallsOf(target, targets.length > 1, zone, now));
  for (const words of falls.slice(0, FALLS_MAX)) notes.push(<Line key={words}>{words}</Line>);
  if (falls.length > FALLS_MAX) notes.push(<Line key="more">{TEXT.moreFell(falls.length - FALLS_MAX)}</Line>);
  return notes.length > 0 && <ul className="mt-1 space-y-0.5 text-xs text-muted">{notes}</ul>;
}

/** The maximum number of decreases shown here. If a platform recounts, all metrics may decrease together. The details list the others. */
const FALLS_MAX = 2;

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
            className="relative z-1 -my-3 ml-1.5 inline-flex min-h-11 items-center font-medium text-primary underline underline-offset-4"
          >
            {TEXT.reconnect}
          </Link>
        )}
      </span>
    </li>
  );
