import { AGES, type Age } from '@posthorn/contracts/analytics/analytics.http';
import { platforms, type Platform } from '@posthorn/contracts/shared/platform';

/** What the address of the analytics keeps, so that it can be shared and Back leads to it. */
export type AnalyticsSearch = {
  /** The last so many days; thirty where the address says nothing. */
  days?: 7 | 90;
  /** Days of one’s own, both included; they go before `days`. */
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
