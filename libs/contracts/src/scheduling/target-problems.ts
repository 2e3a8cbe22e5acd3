import { READINESS_TEXT } from '../integrations/readiness-text.ts';
import type { PublicationReason, UnknownReason } from '../shared/publication-reasons.ts';
import { sentenceOf, type SaidSentence, type Sentences } from '../shared/said.ts';

/** Why a target failed, as sentences for its owner. States without a sentence in `TARGET_PROBLEMS` use them too. Events store the codes. */
const SENTENCES = {
  network: 'The platform could not be reached.',
  server: 'The platform had an error.',
  rejected: 'The platform refused the post.',
  'too-long': 'The text is too long for this platform.',
  'media-rejected': 'The platform refused a file of the post.',
  reconnect: 'Reconnect this account in Settings.',
  'not-found': 'The platform no longer knows this account.',
  'not-connected': 'This account is disconnected.',
  'account-missing': 'This account is disconnected.',
  duplicate: 'The platform says that this post is already there.',
  'not-there': 'The post did not arrive at the platform.',
  'gave-up': 'It could not be published in time.',
  'rate-limit': 'The platform accepted no more posts for too long.',
  breaker: 'The platform had trouble for too long.',
  'post-removed': 'The post was removed before it was sent here.',
  timeout: 'The platform did not answer in time.',
  reset: 'The connection broke.',
  'server-error': 'The platform answered with an error.',
  unreadable: 'The answer of the platform could not be read.',
  refused: 'The platform refused the post.',
  'lost-worker': 'Publishing was interrupted.',
  processing: 'The platform did not finish its work on a file in time.',
  'media-lost': 'The platform could not use a file that it had accepted before.',
  'upload-lost': 'The upload was interrupted.',
  'upload-incomplete': 'The upload did not arrive in full.',
  conflict: 'The platform was busy with another change.',
  'api-version':
    'The platform no longer supports the version that this server uses. Ask the operator of this server to set a newer one.',
  erased: 'The text of this post was erased.',
  'no-answer': 'The platform accepted the post but did not confirm it.',
  blocked: 'The platform is holding back posts of this account for now.',
  'cannot-delete': 'Posthorn cannot delete posts on this platform. Delete it there.',
  'container-missing': 'The platform lost the prepared post.',
  credits: 'This server has no credits left at the platform. Ask its operator to buy some.',
  'daily-limit': 'The platform accepts no more posts from this account today.',
  'media-unreachable': 'The platform could not fetch a file of the post from this server.',
  'not-allowed': 'The platform does not allow this account to do that.',
  'not-prepared': 'The prepared post was lost.',
  'permission-missing': 'This account has no permission for this. Reconnect it in Settings and allow it.',
  'not-started': 'The post could not be sent in time, so it was not sent.',
  'option-not-valid': 'A setting of the post does not fit this account.',
  'preparation-timeout': 'Preparing the post for this platform took too long.',
  'processing-failed': 'The platform could not finish its work on the post.',
  quota: 'This server has used up its quota at the platform.',
  'still-there': 'The platform says that it does not have the post, but still shows it.',
  'not-configured':
    'This server has no keys for this platform any more. Ask its operator to enter them again.',
  'page-missing': 'Only accounts that are connected by a Facebook Page allow this.',
  // The platform says this about comments only.
  'comment-hidden': 'The platform takes no replies to hidden comments.',
  'hidden-limit': 'The platform hides no more replies of this thread.',
  'only-top-replies': 'The platform hides only direct replies to a post, with all that is below them.',
} as const satisfies Sentences<PublicationReason>;

/** What happens next with a target that has a problem. The meaning of a code depends on it. */
export type TargetProblemKind = 'failed' | 'waiting' | 'unknown';

/** Why a target failed, waits or is unknown. */
export const TARGET_PROBLEMS = {
  ...SENTENCES,
  'reconnect/waiting': 'Reconnect this account in Settings. The post waits.',
  'not-there/waiting': 'The post did not arrive, so it is sent again.',
  'rate-limit/waiting': 'The platform asks to wait.',
  'breaker/waiting': 'The platform has trouble. Publishing waits until it is better.',
  'processing/waiting': 'The platform is still working on a file.',
  'upload-lost/waiting': 'The upload was interrupted and starts again.',
  'not-prepared/waiting': 'The prepared post was lost and is prepared again.',
  'timeout/unknown': 'The platform did not answer in time. The post may be there.',
  'reset/unknown': 'The connection broke. The post may be there.',
  'server-error/unknown': 'The platform answered with an error. The post may be there.',
  'unreadable/unknown': 'The answer of the platform could not be read. The post may be there.',
  'lost-worker/unknown': 'Publishing was interrupted. The post may be there.',
  'no-answer/unknown': 'The platform accepted the post but did not confirm it. It may be there.',
  'refused/unknown': 'The platform refused the post. It may be there anyway.',
} as const satisfies Sentences<PublicationReason | `${UnknownReason}/unknown` | `${WaitingReason}/waiting`>;
type WaitingReason = Extract<
  PublicationReason,
  'breaker' | 'not-prepared' | 'not-there' | 'processing' | 'rate-limit' | 'reconnect' | 'upload-lost'
>;

const GENERAL_TEXT = {
  failed: 'The post could not be published here.',
  waiting: 'Publishing here waits.',
  unknown: 'It is not known yet whether the post is there.',
} as const satisfies Record<TargetProblemKind, string>;

/** The variant of a problem's sentence: what happens next, if the sentence depends on it. */
export const problemVariant = (code: string, kind: TargetProblemKind): Pick<SaidSentence, 'variant'> =>
  Object.hasOwn(TARGET_PROBLEMS, `${code}/${kind}`) ? { variant: kind } : {};

/** The sentence of a code; for an unknown code the general sentence. */
export const problemText = (code: string, kind: TargetProblemKind): string =>
  sentenceOf(TARGET_PROBLEMS, { code, ...problemVariant(code, kind) }) ?? GENERAL_TEXT[kind];

/** Why a published post could not be deleted on its platform, or why that waits. */
export const DELETION_PROBLEMS = {
  network: SENTENCES.network,
  server: SENTENCES.server,
  'server-error': SENTENCES.server,
  timeout: SENTENCES.timeout,
  reset: SENTENCES.reset,
  unreadable: SENTENCES.unreadable,
  rejected: 'The platform refused to delete the post.',
  reconnect: SENTENCES.reconnect,
  'not-connected': SENTENCES['not-connected'],
  'account-missing': SENTENCES['account-missing'],
  'cannot-delete': SENTENCES['cannot-delete'],
  'not-configured': SENTENCES['not-configured'],
  'page-missing':
    'Instagram deletes posts only of accounts that are connected by a Facebook Page. Delete it there.',
  'permission-missing':
    'This account does not let Posthorn delete posts. Reconnect it in Settings and allow it, or delete the post there.',
  'still-there': 'The platform did not delete the post, and still shows it. Look there.',
  'rate-limit': TARGET_PROBLEMS['rate-limit/waiting'],
  breaker: 'The platform has trouble. Deleting waits until it is better.',
  erased: 'Posthorn no longer knows where the post is, because that was erased.',
  'gave-up': 'It could not be deleted in time.',
} as const satisfies Partial<Sentences<PublicationReason>>;

/** The sentence of a code; for an unknown code a general sentence. */
export const deletionProblemText = (code: string, failed: boolean): string =>
  sentenceOf(DELETION_PROBLEMS, { code }) ??
  (failed ? 'The post could not be deleted there.' : 'Deleting the post there waits.');

/** The warnings of a check before the due time, unless the platform has its own sentences. */
export const WARNING_TEXT = {
  reconnect: 'Reconnect this account in Settings before then, or the post waits.',
  permissionEnds: 'The permission of this account ends before then. Reconnect it in Settings.',
  notConnected: 'This account is disconnected. The post will not go out there.',
  quotaUsedUp: (platform: string) =>
    `The daily quota of this account on ${platform} is used up. The post waits.`,
} as const;

/** The warnings that older events store without `values`, by code. For other such warnings, screens show the stored sentence. */
export const WARNINGS = {
  reconnect: WARNING_TEXT.reconnect,
  'not-connected': WARNING_TEXT.notConnected,
  'permission-ends': WARNING_TEXT.permissionEnds,
  quota: ({ platform = '' }) => WARNING_TEXT.quotaUsedUp(String(platform)),
  'integrations.access-ends': ({ platform = '' }) => READINESS_TEXT.accessEnds(String(platform)),
} as const satisfies Sentences;

/** Why a published video does not have the chosen cover. */
export const COVER_PROBLEMS = {
  ...SENTENCES,
  rejected: 'The platform refused the picture for it.',
  'media-lost': 'The picture for it is gone.',
  'not-found': 'The platform no longer has the video.',
  'gave-up': 'It could not be set in time.',
} as const satisfies Sentences<PublicationReason>;
export const coverProblemText = (code: string): string =>
  sentenceOf(COVER_PROBLEMS, { code }) ?? GENERAL_TEXT.failed;
