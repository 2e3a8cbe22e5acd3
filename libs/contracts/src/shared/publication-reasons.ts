/** Why a connector did not publish, or not yet, as stored in events. A stored code is never renamed. */
export type ConnectorReason =
  | 'account-missing'
  | 'api-version'
  | 'blocked'
  | 'breaker'
  | 'cannot-delete'
  | 'comment-hidden'
  | 'conflict'
  | 'container-missing'
  | 'credits'
  | 'daily-limit'
  | 'duplicate'
  | 'erased'
  | 'hidden-limit'
  | 'media-lost'
  | 'media-rejected'
  | 'media-unreachable'
  | 'network'
  | 'not-allowed'
  | 'not-configured'
  | 'not-found'
  | 'not-prepared'
  | 'not-there'
  | 'only-top-replies'
  | 'option-not-valid'
  | 'page-missing'
  | 'permission-missing'
  | 'preparation-timeout'
  | 'processing'
  | 'processing-failed'
  | 'quota'
  | 'rate-limit'
  | 'reconnect'
  | 'rejected'
  | 'server'
  | 'too-long'
  | 'upload-incomplete'
  | 'upload-lost';

/** Why the outcome of a call is unknown. */
export type UnknownReason =
  | 'lost-worker'
  | 'no-answer'
  | 'refused'
  | 'reset'
  | 'server-error'
  | 'timeout'
  | 'unreadable';

/** All reasons of a target's problem. A new code needs a sentence in `scheduling/target-problems.ts`, or it does not compile. */
export type PublicationReason =
  | ConnectorReason
  | UnknownReason
  | 'gave-up'
  | 'not-connected'
  | 'not-started'
  | 'post-removed'
  | 'still-there';

/** Posthorn finds these reasons itself. Their stored words describe the connection, and are not a message of the platform. */
const OF_CONNECTION: ReadonlySet<string> = new Set<PublicationReason>([
  'breaker',
  'network',
  'reset',
  'timeout',
  'unreadable',
]);

/** The message of the platform; null: it sent none. */
export const platformWords = (reason: string, words: string | null): string | null =>
  OF_CONNECTION.has(reason) ? null : words;
