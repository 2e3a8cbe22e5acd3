import type { Budget } from '../contract/budget.ts';

/**
 * developers.google.com/youtube/v3/determine_quota_cost, confirmed 2026-11-20: `videos.insert` has a bucket of its own of
 * 100 calls a day for the whole project, whoever uploads. An extension of it has to be asked for.
 */
export const YOUTUBE_BUDGETS: readonly Budget[] = [
  { name: 'uploads', scope: 'app', capacity: 100, perSeconds: 86_400, counts: 'posts' },
];
