import type { PostMetricsView } from '@posthorn/contracts/analytics/analytics.http';
import { metrics } from '@posthorn/contracts/shared/metrics';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { FIGURES_TEXT as TEXT, METRIC_NAMES } from '../messages/card.en.ts';
import { whole } from './sizes.ts';

/** For example "3 Nov" in the zone, with the year if it is not the current year. */
function shortDay(instant: string, zone: string, now: number): string {
  const at = new Date(instant);
  const year = (moment: Date | number) =>
    new Intl.DateTimeFormat('en-GB', { year: 'numeric', timeZone: zone }).format(moment);
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: zone,
    ...(year(at) !== year(now) && { year: 'numeric' }),
  }).format(at);
}

/** Returns for each decrease a text like "Likes down from 132 on 3 Nov", with the platform name if there are several accounts. */
export const fallsOf = (
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
