import type { Limit } from './rate-limits.ts';

/**
 * How often a user may make the product ask a platform for a post whose outcome is unknown. Some platforms count the requests of all users of an installation together (YouTube:
 * 10,000 units a day). Each user's requests reduce the quota of the others.
 */
export const LOOK_UP_REQUESTS: Limit = { name: 'effects.asked-look-up', points: 60, seconds: 3_600 };
