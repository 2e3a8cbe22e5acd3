import type { ThreadOutcome } from '#modules/integrations/ports/comments-of-accounts.ts';
import type { CallPostponed } from './platform-calls.ts';

export type NotRead = Extract<ThreadOutcome, { kind: 'refused' | 'postponed' }> | CallPostponed;

/** Reasons for which the platform would also refuse all further calls of this account. */
const ACCOUNT_REASONS: ReadonlySet<string> = new Set<NotRead['reason']>([
  ...(['account-missing', 'api-version', 'blocked', 'breaker'] as const),
  ...(['credits', 'daily-limit', 'quota', 'rate-limit', 'reconnect'] as const),
]);

/** Returns whether this reason concerns the whole account, so that the reading must end. Other reasons concern only one thread or comment. */
export const concernsAccount = ({ kind, reason }: NotRead): boolean =>
  kind === 'postponed' || ACCOUNT_REASONS.has(reason);

/** When a thread was last read, since when the platform refuses it, and why. Times are in ISO format. */
export type ThreadState = Readonly<{
  readAt: string | null;
  refusedSince: string | null;
  refusedFor: string | null;
}>;

/**
 * Why the platform refuses all threads of an account; null: it does not, or this is not certain. One refusal may concern only one post. Two
 * refusals without a successful reading after the first one concern the account. For an account with one post, one refusal is enough.
 */
export function commonRefusal(threads: readonly ThreadState[]): string | null {
  const lastRead = threads.map(({ readAt }) => readAt ?? '').reduce((a, b) => (a > b ? a : b), '');
  const refused = threads
    .filter(({ refusedSince }) => refusedSince !== null && refusedSince > lastRead)
    .sort((a, b) => ((a.refusedSince ?? '') < (b.refusedSince ?? '') ? 1 : -1));
  return refused.length < Math.min(2, threads.length) ? null : (refused[0]?.refusedFor ?? null);
}
