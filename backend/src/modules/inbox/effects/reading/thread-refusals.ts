import type { ThreadOutcome } from '#modules/integrations/ports/comments-of-accounts.ts';
import type { CallPostponed } from './platform-calls.ts';

export type NotRead = Extract<ThreadOutcome, { kind: 'refused' | 'postponed' }> | CallPostponed;

/** Reasons for which the platform would also refuse all further calls of this account. */
const OF_ACCOUNT: ReadonlySet<string> = new Set<NotRead['reason']>([
  ...(['account-missing', 'api-version', 'blocked', 'breaker'] as const),
  ...(['credits', 'daily-limit', 'quota', 'rate-limit', 'reconnect'] as const),
]);

/** Whether this ends a reading. All other reasons concern one thread or comment, and the platform may answer for the next one. */
export const isOfAccount = ({ kind, reason }: NotRead): boolean =>
  kind === 'postponed' || OF_ACCOUNT.has(reason);

/** When a thread was last read, since when it is refused, and why. Times are in ISO format. */
export type ThreadState = Readonly<{
  readAt: string | null;
  refusedSince: string | null;
  refusedFor: string | null;
}>;

/**
 * Why no thread of an account can be read; null: some can, or it is not known. One refusal may concern one post. Two refusals, with no
 * thread read in between, concern the account. For an account with one post, one refusal is enough.
 */
export function commonRefusal(threads: readonly ThreadState[]): string | null {
  const lastRead = threads.map(({ readAt }) => readAt ?? '').reduce((a, b) => (a > b ? a : b), '');
  const refused = threads
    .filter(({ refusedSince }) => refusedSince !== null && refusedSince > lastRead)
    .sort((a, b) => ((a.refusedSince ?? '') < (b.refusedSince ?? '') ? 1 : -1));
  return refused.length < Math.min(2, threads.length) ? null : (refused[0]?.refusedFor ?? null);
}
