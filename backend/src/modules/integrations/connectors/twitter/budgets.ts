import type { Budget } from '../contract/budget.ts';

const QUARTER_HOUR = 900;
const DAY = 86_400;

/** docs.x.com `x-api/fundamentals/rate-limits`, confirmed 2026-08-22: `POST /2/tweets`. */
export const TWITTER_BUDGETS: readonly Budget[] = [
  { name: 'quarter-hour', scope: 'account', capacity: 100, perSeconds: QUARTER_HOUR, counts: 'posts' },
  { name: 'day', scope: 'app', capacity: 10_000, perSeconds: DAY, counts: 'posts' },
];
