import type { Limit } from '#infrastructure/http/rate-limits.ts';

/** Each try is a sign-in somewhere else: nobody guesses passwords or feels out hosts through us. */
export const CONNECT_TRIES: Limit = { name: 'integrations.connect', points: 60, seconds: 3600 };
