import type { Budget } from '../contract/budget.ts';

const MINUTE = 60;
/** A new file, five parts of the largest one, its end, and the call that publishes it. */
const REQUESTS = 8;

/** developers.snap.com `Public-Profile-API/GetStarted`: 20 requests a second for the app, 10 for each token. */
export const SNAPCHAT_BUDGETS: readonly Budget[] = [
  {
    name: 'app-minute',
    scope: 'app',
    capacity: Math.floor((20 * MINUTE) / REQUESTS),
    perSeconds: MINUTE,
    counts: 'posts',
  },
  {
    name: 'minute',
    scope: 'account',
    capacity: Math.floor((10 * MINUTE) / REQUESTS),
    perSeconds: MINUTE,
    counts: 'posts',
  },
];
