import { AGES, type Age } from '@posthorn/contracts/analytics/analytics.http';
import { platforms, type Platform } from '@posthorn/contracts/shared/platform';

/** The state of the analytics screen in the URL, for sharing and for Back. */
export type AnalyticsSearch = {
  /** The number of days up to today; absent: 30. */
  days?: 7 | 90;
  /** The first and the last day of a custom period, which overrides `days`. */
  from?: string;
  to?: string;
  age?: Age;
  platform?: Platform;
  account?: number;
};

const DAY = /^\d{4}-\d\d-\d\d$/u;

export function readAnalyticsSearch(search: Readonly<Record<string, unknown>>): AnalyticsSearch {
  const days = ([7, 90] as const).find((known) => known === search['days']);
  const [from, to] = [search['from'], search['to']].map((day) =>
    DAY.test(String(day)) ? String(day) : null,
  );
  const age = AGES.find((known) => known === search['age']);
  const platform = platforms.find((known) => known === search['platform']);
  const account = Number(search['account']);
  return {
    ...(from && to ? { from, to } : days && { days }),
    ...(age && age !== 'newest' && { age }),
    ...(platform && { platform }),
    ...(Number.isSafeInteger(account) && account > 0 && { account }),
  };
}
