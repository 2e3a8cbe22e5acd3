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
  'no-answer': 'The platform took the post and never said that it was done.',
};

const OTHERWISE = {
  failed: 'The post could not be published here.',
  waiting: 'Publishing here waits.',
  unknown: 'Nobody can tell yet whether the post is there.',
} as const;

/** Never empty: a code that this version does not know gets the general sentence. */
export const problemText = (code: string, kind: keyof typeof OTHERWISE): string =>
  SENTENCES[code] ?? OTHERWISE[kind];
