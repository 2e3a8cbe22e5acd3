import type { PublicationReason, UnknownReason } from '../shared/publication-reasons.ts';

/** Why a target failed, in words for its owner; they fit the other states too where these have none. Codes are those of the events. */
const SENTENCES: Readonly<Record<PublicationReason, string>> = {
  network: 'The platform could not be reached.',
  server: 'The platform had an error of its own.',
  rejected: 'The platform refused the post.',
  'too-long': 'The text is too long for this platform.',
  'media-rejected': 'The platform refused a file of the post.',
  reconnect: 'The account has to be connected again in Settings.',
  'not-found': 'The platform does not know this account any more.',
  'not-connected': 'The account is not connected any more.',
  'account-missing': 'The account is not connected any more.',
  duplicate: 'The platform says that this post is already there.',
  'not-there': 'The post did not arrive at the platform.',
  'gave-up': 'It could not be published in time.',
  'rate-limit': 'The platform took no more posts for too long.',
  breaker: 'The platform had trouble for too long.',
  'post-removed': 'The post was removed before it was sent here.',
  timeout: 'The platform did not answer in time.',
  reset: 'The connection broke.',
  'server-error': 'The platform answered with an error.',
  unreadable: 'The answer of the platform could not be read.',
  'lost-worker': 'Publishing was interrupted.',
  processing: 'The platform did not finish its work on a file in time.',
  'media-lost': 'The platform could not use a file that it took before.',
  'upload-lost': 'The upload broke off.',
  'upload-incomplete': 'The upload did not arrive in full.',
  conflict: 'The platform was busy with another change.',
  'api-version':
    'The platform has ended this version of its interface. The operator of this server has to set a newer one.',
  erased: 'What was to be sent has been erased.',
  'no-answer': 'The platform took the post and never said that it was done.',
  blocked: 'The platform holds posts of this account back for a while.',
  'cannot-delete': 'This platform offers other programs no way to delete this post.',
  'container-missing': 'The platform does not know any more what it had prepared.',
  credits: 'The app of this server has no credits left at the platform. Its operator has to buy some.',
  'daily-limit': 'The platform takes no more posts from this account today.',
  'media-unreachable': 'The platform could not fetch a file of the post from this server.',
  'not-allowed': 'The platform does not allow this account to do that.',
  'not-prepared': 'What had been prepared for the post was lost.',
  'permission-missing':
    'The account was connected without the permission for this. Connect it again in Settings and allow it.',
  'not-started': 'The post could not be sent in time, so it was not sent.',
  'option-not-valid': 'A setting of the post does not fit this account.',
  'preparation-timeout': 'Preparing the post for this platform took too long.',
  'processing-failed': 'The platform could not finish its work on the post.',
  quota: 'The app of this server has used up what the platform lets it post.',
  'still-there': 'The platform says that it has no such post, and still shows it.',
};

/** The same, while there is still time. */
const WHILE_WAITING: Readonly<Partial<Record<PublicationReason, string>>> = {
  reconnect: 'The account has to be connected again in Settings. The post waits.',
  'not-there': 'The post did not arrive, so it is sent again.',
  'rate-limit': 'The platform asks to wait.',
  breaker: 'The platform has trouble. Publishing waits until it is better.',
  processing: 'The platform is still working on a file.',
  'upload-lost': 'The upload broke off and begins anew.',
  'not-prepared': 'What had been prepared for the post is made anew.',
};

/** The same, while nobody can tell what became of it. */
const WHILE_UNKNOWN: Readonly<Record<UnknownReason, string>> = {
  timeout: 'The platform did not answer in time. The post may be there.',
  reset: 'The connection broke. The post may be there.',
  'server-error': 'The platform answered with an error. The post may be there.',
  unreadable: 'The answer of the platform could not be read. The post may be there.',
  'lost-worker': 'Publishing was interrupted. The post may be there.',
  'no-answer': 'The platform took the post and never said that it was done. It may be there.',
};

/** What it means differs with what happens next. */
const BY_KIND = { failed: {}, waiting: WHILE_WAITING, unknown: WHILE_UNKNOWN } as const;

const OTHERWISE = {
  failed: 'The post could not be published here.',
  waiting: 'Publishing here waits.',
  unknown: 'Nobody can tell yet whether the post is there.',
} as const;

/** A newer version may have stored a code that this one does not know. */
const sentenceIn = (table: Readonly<Partial<Record<string, string>>>, code: string): string | undefined =>
  Object.hasOwn(table, code) ? table[code] : undefined;

/** Never empty: a code that this version does not know gets the general sentence. */
export const problemText = (code: string, kind: keyof typeof OTHERWISE): string =>
  sentenceIn(BY_KIND[kind], code) ?? sentenceIn(SENTENCES, code) ?? OTHERWISE[kind];

/** Why a published post could not be deleted on its platform, or why that waits. */
const DELETION_SENTENCES: Readonly<Partial<Record<PublicationReason, string>>> = {
  network: 'The platform could not be reached.',
  server: 'The platform had an error of its own.',
  'server-error': 'The platform had an error of its own.',
  timeout: 'The platform did not answer in time.',
  reset: 'The connection broke.',
  unreadable: 'The answer of the platform could not be read.',
  rejected: 'The platform refused to delete the post.',
  reconnect: 'The account has to be connected again in Settings.',
  'not-connected': 'The account is not connected any more.',
  'account-missing': 'The account is not connected any more.',
  'cannot-delete': 'This platform offers other programs no way to delete this post.',
  'permission-missing':
    'The account was connected without the permission to delete posts. Connect it again in Settings and allow it, or delete the post there yourself.',
  'still-there':
    'The platform says that it has no such post or that we may not delete it, and still shows it. Please have a look there.',
  'rate-limit': 'The platform asks to wait.',
  breaker: 'The platform has trouble. Deleting waits until it is better.',
  erased: 'Where the post is has been erased here.',
  'gave-up': 'It could not be deleted in time.',
};

/** Never empty. */
export const deletionProblemText = (code: string, failed: boolean): string =>
  sentenceIn(DELETION_SENTENCES, code) ??
  (failed ? 'The post could not be deleted there.' : 'Deleting the post there waits.');

/** What a check before the due time warns of, unless the platform has words of its own. */
export const WARNING_TEXT = {
  reconnect: 'The account has to be connected again in Settings before this time, or the post will wait.',
  permissionEnds:
    'The permission of this account ends before this time. Please connect it again in Settings.',
  notConnected: 'The account is not connected any more. The post cannot be published there.',
  quotaUsedUp: (platform: string) =>
    `${platform} takes no more posts from this account for now: its daily quota is used up. The post will wait.`,
} as const;
