import { sentenceOf, type Sentences } from '../shared/said.ts';

/** Why a reply failed, waits, is unknown or became a draft, and why a comment could not be hidden or removed. */
export const REPLY_PROBLEMS = {
  network: 'The platform could not be reached.',
  server: 'The platform had an error.',
  rejected: 'The platform refused it.',
  'too-long': 'The text is too long for this platform.',
  reconnect: 'Reconnect this account in Settings.',
  'account-missing': 'This account is disconnected.',
  'not-found': 'This comment no longer exists.',
  'comment-gone': 'This comment no longer exists.',
  duplicate: 'The platform says that this reply is already there.',
  'not-there': 'The reply did not arrive at the platform.',
  'gave-up': 'It could not be sent in time.',
  'not-started': 'It could not be sent in time, so it was not sent.',
  'rate-limit': 'The platform asks to wait.',
  breaker: 'The platform has trouble.',
  'not-allowed': 'The platform does not allow this account to do that.',
  'comment-hidden': 'The platform takes no replies to hidden comments.',
  'hidden-limit': 'The platform hides no more replies of this thread.',
  'only-top-replies': 'The platform hides only direct replies to a post, with all that is below them.',
  'not-configured':
    'This server has no keys for this platform any more. Ask its operator to enter them again.',
  'permission-missing': 'This account has no permission for this. Reconnect it in Settings and allow it.',
  quota: 'This server has used up its quota at the platform.',
  'daily-limit': 'The platform accepts no more replies from this account today.',
  credits: 'This server has no credits left at the platform.',
  timeout: 'The platform did not answer in time.',
  reset: 'The connection broke.',
  'server-error': 'The platform answered with an error.',
  refused: 'The platform refused it. It may be there anyway.',
  unreadable: 'The answer of the platform could not be read.',
  'lost-worker': 'Sending was interrupted.',
  'no-answer': 'The platform accepted it but did not confirm it.',
  'comment-edited': 'The comment was edited after this reply was written.',
} as const satisfies Sentences;

/** A sentence for the owner; unknown codes have a general one. */
export const replyProblemText = (code: string): string =>
  sentenceOf(REPLY_PROBLEMS, { code }) ?? 'Please check it on the platform.';
