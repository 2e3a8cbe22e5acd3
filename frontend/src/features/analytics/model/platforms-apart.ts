import type { OverviewView } from '@posthorn/contracts/analytics/analytics.http';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';

/** The names of the platforms, if the terms of all of them forbid sums. Null: a platform is in the sums, or there is no platform. */
export const onlyApart = (platforms: OverviewView['platforms']): string | null =>
  platforms.length > 0 && platforms.every(({ apart }) => apart)
    ? platforms.map(({ platform }) => PLATFORM_NAMES[platform]).join(', ')
    : null;
