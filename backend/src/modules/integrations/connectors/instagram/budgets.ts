import type { Budget } from '../contract/budget.ts';

/** docs/instagram-platform/content-publishing, September 2026; what an account really has is asked before each post. */
export const INSTAGRAM_BUDGETS: readonly Budget[] = [
  { name: 'posts', scope: 'account', capacity: 100, perSeconds: 24 * 3600, counts: 'posts' },
];
