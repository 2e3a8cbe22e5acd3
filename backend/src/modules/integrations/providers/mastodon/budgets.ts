import type { Budget } from '../../public.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * docs.joinmastodon.org/api/rate-limits and the server's `rack_attack.rb`, confirmed 2026-07-02: 300 requests of a token in
 * five minutes, 300 statuses of an account in three hours. Uploads have a budget of their own there (30 in half an hour);
 * the server's 429 tells of it.
 */
export const MASTODON_BUDGETS: readonly Budget[] = [
  { name: 'requests', scope: 'account', capacity: 300, perSeconds: 5 * MINUTE, counts: 'posts' },
  { name: 'statuses', scope: 'account', capacity: 300, perSeconds: 3 * HOUR, counts: 'posts' },
];
