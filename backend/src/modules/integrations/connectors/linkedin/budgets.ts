import type { Budget } from '../contract/budget.ts';

const DAY = 86_400;
/** Of a post with one image: register it, ask whether it is ready, post. The bytes go to another host. */
const REQUESTS = 3;

/**
 * learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/share-on-linkedin, confirmed 2026-06: 150 requests of a
 * member and 100,000 of an app a day. Other products have budgets that only the app's owner sees; their 429 tells.
 */
export const LINKEDIN_BUDGETS: readonly Budget[] = [
  { name: 'member', scope: 'account', capacity: 150 / REQUESTS, perSeconds: DAY, counts: 'posts' },
  { name: 'app', scope: 'app', capacity: 100_000 / REQUESTS, perSeconds: DAY, counts: 'posts' },
];
