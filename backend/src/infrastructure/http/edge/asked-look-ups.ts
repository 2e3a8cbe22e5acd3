import type { Limit } from './rate-limits.ts';

/**
 * How often a person may have a platform asked what became of something: some platforms count the questions of all users of an
 * installation together (YouTube: 10,000 units a day), and what one person asks is not there for the others.
 */
export const ASKED_LOOK_UPS: Limit = { name: 'effects.asked-look-up', points: 60, seconds: 3_600 };
