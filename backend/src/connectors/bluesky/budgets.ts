import { DAY_SECONDS, HOUR_SECONDS } from '@posthorn/contracts/shared/durations';
import type { Budget } from '../contract/budget.ts';

/** The points that the `putRecord` call of a post costs. */
const POINTS = 2;

/**
 * docs.bsky.app/docs/advanced-guides/rate-limits, confirmed 2026-08-20: a server accepts 3,000 requests in five minutes from one
 * IP address, including reads.
 */
export const REQUESTS = { calls: 3_000, perSeconds: 300 } as const;
/** A rough number: a post needs one request, and pictures, mentions and a renewed session need more. */
const REQUESTS_OF_A_POST = 3;

/** docs.bsky.app/docs/advanced-guides/rate-limits: 5,000 points per hour and 35,000 per day for each account. */
export const BLUESKY_BUDGETS: readonly Budget[] = [
  { name: 'hour', scope: 'account', capacity: 5000 / POINTS, perSeconds: HOUR_SECONDS },
  { name: 'day', scope: 'account', capacity: 35_000 / POINTS, perSeconds: DAY_SECONDS },
  {
    name: 'requests',
    scope: 'server',
    capacity: REQUESTS.calls / REQUESTS_OF_A_POST,
    perSeconds: REQUESTS.perSeconds,
  },
];
