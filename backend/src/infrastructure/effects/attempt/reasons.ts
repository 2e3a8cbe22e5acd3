/** Why an effect failed or waits, where our own rules decide. The remote system has other reasons. */
export type OwnReason =
  | 'account-missing'
  | 'gave-up'
  | 'not-started'
  | 'not-there'
  | 'reconnect'
  | 'rejected';

/** Why the outcome of a call is unknown, where our side knows the cause. */
export type OwnCause = 'lost-worker' | 'no-answer' | 'refused' | 'timeout' | 'unreadable';

/** Why a worker gave up its own attempt before the call. */
export type NotStartedReason = 'lease-lost' | 'too-late' | 'out-of-reach' | 'owner-leaving';
