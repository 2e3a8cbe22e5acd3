/** Why a target failed, waits or is unknown, in words for its owner. Codes are those of the facts. */
const SENTENCES: Readonly<Record<string, string>> = {
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
  'not-there': 'The post did not arrive, so it is sent again.',
  'gave-up': 'It could not be published in time.',
  'rate-limit': 'The platform asks to wait.',
  breaker: 'The platform has trouble. Publishing waits until it is better.',
  'post-removed': 'The post was removed before it was sent here.',
  timeout: 'The platform did not answer in time. The post may be there.',
  reset: 'The connection broke. The post may be there.',
  'server-error': 'The platform answered with an error. The post may be there.',
  unreadable: 'The answer of the platform could not be read. The post may be there.',
  'lost-worker': 'Publishing was interrupted. The post may be there.',
  processing: 'The platform is still working on a file.',
  'media-lost': 'The platform could not use a file that it took before.',
  'upload-lost': 'The upload broke off and has to begin anew.',
  'upload-incomplete': 'The upload did not arrive in full.',
  conflict: 'The platform was busy with another change.',
  'api-version':
    'The platform has ended this version of its interface. The operator of this server has to set a newer one.',
  erased: 'What was to be sent has been erased.',
  'no-answer': 'The platform took the post and never said that it was done.',
};

/** The same, while there is still time. */
const WHILE_WAITING: Readonly<Record<string, string>> = {
  reconnect: 'The account has to be connected again in Settings. The post waits.',
};

const OTHERWISE = {
  failed: 'The post could not be published here.',
  waiting: 'Publishing here waits.',
  unknown: 'Nobody can tell yet whether the post is there.',
} as const;

/** Never empty: a code that this version does not know gets the general sentence. */
export const problemText = (code: string, kind: keyof typeof OTHERWISE): string =>
  (kind === 'waiting' ? WHILE_WAITING[code] : undefined) ?? SENTENCES[code] ?? OTHERWISE[kind];

/** Why a published post could not be deleted on its platform, or why that waits. */
const DELETION_SENTENCES: Readonly<Record<string, string>> = {
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
  'rate-limit': 'The platform asks to wait.',
  breaker: 'The platform has trouble. Deleting waits until it is better.',
  erased: 'Where the post is has been erased here.',
  'gave-up': 'It could not be deleted in time.',
};

/** Never empty. */
export const deletionProblemText = (code: string, failed: boolean): string =>
  DELETION_SENTENCES[code] ??
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
