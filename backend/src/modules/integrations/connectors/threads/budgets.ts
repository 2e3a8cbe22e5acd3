import type { Budget } from '../contract/budget.ts';

const DAY = 24 * 3600;

/** developers.facebook.com/docs/threads/overview#rate-limits, confirmed 2026-09-11. What others publish there counts too, so the quota is asked as well. */
export const THREADS_BUDGETS: readonly Budget[] = [
  { name: 'posts', scope: 'account', capacity: 250, perSeconds: DAY, counts: 'posts' },
];
