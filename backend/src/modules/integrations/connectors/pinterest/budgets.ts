import type { Budget } from '../contract/budget.ts';

/**
 * developers.pinterest.com/docs/reference/rate-limits: 100 requests a second of a user and app with Standard access; a pin
 * costs up to twenty of them. The limits per category are not published; their 429 tells.
 */
export const PINTEREST_BUDGETS: readonly Budget[] = [
  { name: 'requests', scope: 'account', capacity: 5, perSeconds: 1, counts: 'posts' },
];
