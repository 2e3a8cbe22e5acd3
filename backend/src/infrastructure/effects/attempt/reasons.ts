/** Why an effect failed or waits, where the rules say it by themselves; the other side has reasons of its own. */
export type OwnReason =
  'account-missing' | 'gave-up' | 'not-started' | 'not-there' | 'reconnect' | 'rejected';

/** Why nobody knows what became of a call, where our side says it. */
export type OwnCause = 'lost-worker' | 'no-answer' | 'refused' | 'timeout' | 'unreadable';

/** Why an attempt that had begun was given up before its call, by the worker whose attempt it was. */
export type NotStartedReason = 'lease-lost' | 'too-late' | 'out-of-reach' | 'owner-leaving';
