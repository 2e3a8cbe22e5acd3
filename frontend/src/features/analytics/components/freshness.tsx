import type { OverviewView } from '@posthorn/contracts/analytics/analytics.http';
import { useNow } from '#lib/now.ts';
import { relativeTime } from '#lib/relative-time.ts';
import { exactTime } from '#lib/zone-format.ts';
import { SCREEN_TEXT as TEXT } from '../screen.messages.en.ts';

/** "As of 12:03:07 · newest sample 4 min ago · 0.4 s behind". */
export function Freshness({ overview: { asOf, newestSampleAt, lagMs, zone } }: { overview: OverviewView }) {
  const now = useNow();
  return (
    <p className="text-xs text-muted tabular-nums" title={exactTime(asOf, zone)}>
      {[
        TEXT.asOf(clockOf(asOf, zone)),
        newestSampleAt === null ? TEXT.noSample : TEXT.newest(relativeTime(newestSampleAt, now)),
        TEXT.behind((lagMs / 1_000).toFixed(1)),
      ].join(' · ')}
    </p>
  );
}

/** "12:03:07". */
const clockOf = (instant: string, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: zone }).format(new Date(instant));
