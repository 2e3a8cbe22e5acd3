import { COMMENT_HISTORY } from '../inbox/comment-history.ts';
import type { NoCardReason } from '../integrations/link-card.ts';
import { namedSentences, type SaidValues, type Sentences } from '../shared/said.ts';
import { CHECK_SENTENCES } from './check-sentences.ts';
import { COVER_PROBLEMS, DELETION_PROBLEMS, TARGET_PROBLEMS, WARNINGS } from './target-problems.ts';

const accounts = ({ accounts: count = 0 }: SaidValues): string =>
  count === 1 ? 'one account' : `${String(count)} accounts`;
/** `on`: the name of an account and of its platform. */
const on = (say: (name: string, values: SaidValues) => string) => (values: SaidValues) =>
  say(String(values['on']), values);
const text = (values: SaidValues, name: string): string => String(values[name] ?? '');
/** Without a number, the preparation before the first attempt failed. */
const attempt = ({ attempt: number }: SaidValues): string =>
  number === undefined ? 'The preparation' : `Attempt ${String(number)}`;

/** What happened to a post, by the type of the event. */
const OF_POST = {
  PostScheduled: (values) => `The post was scheduled for ${text(values, 'at')} on ${accounts(values)}.`,
  PostEdited: 'The post was edited.',
  PublishedPostEdited:
    'The title or the automatic replies were changed. What is on the platforms stayed as it was.',
  PostTargetsChanged: (values) => `The accounts were changed. The post goes to ${accounts(values)}.`,
  PostRescheduled: (values) => `The post was moved to ${text(values, 'at')}.`,
  ScheduleRecomputed: (values) =>
    `New time zone rules moved the post from ${text(values, 'before')} to ${text(values, 'at')}.`,
  PostCancelled: 'The post was deleted before it was published.',
  PostArchived: 'The post was archived.',
  PostRestored: 'The post was restored.',
  PostPublishingStarted: (values) =>
    `Publishing began on ${accounts(values)}. The post can no longer be changed.`,
} as const satisfies Sentences;

/** What happened to a post on one of its accounts, by the type of the event. */
const OF_PUBLICATION = {
  PublishPrepared: on((name) => `The post was prepared for ${name}.`),
  'PublishPrepared/kept': on(
    (name, values) =>
      `The result of attempt ${text(values, 'attempt')} was saved for the next try on ${name}.`,
  ),
  PublishAttemptStarted: on((name, values) => `Attempt ${text(values, 'number')} on ${name} began.`),
  PublishAccepted: on((name) => `${name} accepted the post and is still processing it.`),
  'PlatformPublished/answer': on((name) => `Published on ${name}.`),
  'PlatformPublished/status': on((name) => `Published on ${name}, as the platform reports.`),
  'PlatformPublished/look-up': on((name) => `Published on ${name}, found there afterwards.`),
  'PlatformPublished/person': on((name) => `Published on ${name}, marked as posted by hand.`),
  PublicIdAssigned: on((name) => `${name} shows the post publicly. Its link is now known.`),
  PublicIdSearchEnded: on(
    (name) => `${name} did not name the public post. Its link, figures and comments stay unknown.`,
  ),
  'DuplicateDetected/answer': on(
    (name) => `The post is on ${name} a second time. One of the two can be deleted.`,
  ),
  'DuplicateDetected/status': on(
    (name) => `The post is on ${name} a second time, as the platform reports. One of the two can be deleted.`,
  ),
  'DuplicateDetected/look-up': on(
    (name) => `The post is on ${name} a second time, found there afterwards. One of the two can be deleted.`,
  ),
  'DuplicateDetected/person': on(
    (name) =>
      `The post is on ${name} a second time, marked as posted by hand. One of the two can be deleted.`,
  ),
  'DuplicateSearchEnded/none': on((name) => `${name} was checked again: the post is there once.`),
  'DuplicateSearchEnded/found': on((name) => `${name} was checked again: the post is there more than once.`),
  'DuplicateSearchEnded/cannot-tell': on(
    (name) => `${name} cannot tell whether the post is there more than once.`,
  ),
  PlatformPublishFailed: on((name) => `Publishing on ${name} failed.`),
  'PlatformPublishFailed/again': on((name, values) => `${attempt(values)} on ${name} did not publish.`),
  ...unknownBecause({
    timeout: 'it did not answer in time',
    reset: 'the connection broke',
    'server-error': 'it answered with an error',
    refused: 'it refused the post, which may be there anyway',
    unreadable: 'its answer could not be read',
    'lost-worker': 'publishing was interrupted',
    duplicate: 'it says that the post is already there',
    'no-answer': 'it accepted the post but did not confirm it',
  }),
  'PublishLookedUp/absent': on((name) => `Posthorn looked for the post on ${name}. It is not there yet.`),
  'PublishLookedUp/failed': on((name) => `Posthorn could not check whether the post is on ${name}.`),
  'PublishLookedUp/cannot-tell': on(
    (name) => `${name} offers no way to tell whether the post is there. Please check yourself.`,
  ),
  PublishPostponed: on((name) => `Publishing on ${name} was postponed.`),
  'PublishPostponed/reconnect': on((name) => `${name} needs to be reconnected. The post waits.`),
  ...notStartedBecause({
    'lease-lost': 'another server process had taken it over, or publishing was on hold',
    'too-late': 'it was too late to begin',
    'out-of-reach': 'the database could not be reached',
    'owner-leaving': 'its owner had asked to delete the account',
  }),
  PublishRetryRequested: on((name) => `Sending it to ${name} again was requested.`),
  PublicationCancelled: on((name) => `Publishing on ${name} was cancelled.`),
  PublicationWarned: on((name) => `A check before the due time found a problem with ${name}:`),
  PublicationResumed: on((name) => `${name} was reconnected. Waiting work continues.`),
  RemoteDeletionRequested: on((name) => `Deleting the post on ${name} was requested.`),
  'RemoteDeletionRequested/copy': on(
    (name) => `Deleting the second copy of the post on ${name} was requested.`,
  ),
  RemoteDeletionAttempted: on(
    (name, values) => `Attempt ${text(values, 'number')} to delete the post on ${name} began.`,
  ),
  RemotePostDeleted: on((name) => `The post was deleted on ${name}.`),
  RemoteDeletionFailed: on((name) => `Deleting the post on ${name} failed.`),
  'RemoteDeletionFailed/again': on((name) => `The post could not be deleted on ${name}.`),
  RemoteDeletionPostponed: on((name) => `Deleting the post on ${name} was postponed.`),
  'RemoteDeletionPostponed/reconnect': on(
    (name) => `${name} needs to be reconnected. Deleting the post waits.`,
  ),
  CoverRequested: on((name) => `The video is out on ${name}. Its cover is set next.`),
  CoverAttempted: on(
    (name, values) => `Attempt ${text(values, 'number')} to set the cover on ${name} began.`,
  ),
  CoverSet: on((name) => `The cover was set on ${name}.`),
  CoverFailed: on((name) => `The cover was not set on ${name}.`),
  'CoverFailed/again': on((name) => `The cover could not be set on ${name}.`),
  'CoverFailed/despite': 'The video stays published.',
  CoverPostponed: on((name) => `Setting the cover on ${name} was postponed.`),
  'CoverPostponed/reconnect': on((name) => `${name} needs to be reconnected. Setting the cover waits.`),
} as const satisfies Sentences;

function unknownBecause<Cause extends string>(causes: Readonly<Record<Cause, string>>): Sentences {
  return sentencesOf('PlatformPublishUnknown', causes, (name, values, cause) => {
    const number = text(values, 'attempt');
    return `It is not known yet whether attempt ${number} reached ${name}: ${cause}.`;
  });
}

function notStartedBecause<Reason extends string>(reasons: Readonly<Record<Reason, string>>): Sentences {
  return sentencesOf(
    'PublishAttemptNotStarted',
    reasons,
    (name, values, reason) =>
      `${attempt(values)} on ${name} ended before anything was sent: ${reason}. It is tried again.`,
  );
}

/** One sentence for each variant of an event. */
function sentencesOf(
  type: string,
  variants: Readonly<Record<string, string>>,
  say: (name: string, values: SaidValues, variant: string) => string,
): Sentences {
  return Object.fromEntries(
    Object.entries(variants).map(([variant, words]) => [
      `${type}/${variant}`,
      on((name, values) => say(name, values, words)),
    ]),
  );
}

/** Sentences that follow the first sentence of an entry. */
const FURTHER = {
  again: 'It is tried again.',
  'not-counted': 'It does not count as an attempt.',
  'at-own-risk': 'It is sent at once, although it may then appear twice.',
  'looks-until': (values) =>
    `Posthorn looks for it until ${text(values, 'at')}, and sends it again if it is not there.`,
  'waits-until': (values) =>
    `It waits until ${text(values, 'at')}, because the earlier attempt may still arrive.`,
  quoted: (values) => `It said: “${text(values, 'words')}”`,
  'problem/failed': 'The post could not be published here.',
  'problem/waiting': 'Publishing here waits.',
  'deletion/failed': 'The post could not be deleted there.',
  'deletion/waiting': 'Deleting the post there waits.',
} as const satisfies Sentences;

const NO_CARD = {
  'no-card/blocked': 'The link has no card: this address cannot be opened from here.',
  'no-card/no-answer': 'The link has no card: the page cannot be reached.',
  'no-card/too-slow': 'The link has no card: the page takes too long to answer.',
  'no-card/refused': 'The link has no card: there is no page at this address.',
  'no-card/not-a-page': 'The link has no card: this address is not a web page.',
  'no-card/no-title': 'The link has no card: the page has no title.',
} as const satisfies Sentences<`no-card/${NoCardReason}`>;

/** The sentences of a post's history. The code of the first sentence of an entry is the type of the event. */
export const HISTORY_SENTENCES: Sentences = {
  ...OF_POST,
  ...OF_PUBLICATION,
  ...FURTHER,
  ...NO_CARD,
  ...namedSentences('problem', TARGET_PROBLEMS),
  ...namedSentences('deletion', DELETION_PROBLEMS),
  ...namedSentences('cover', COVER_PROBLEMS),
  ...namedSentences('warning', WARNINGS),
  ...namedSentences('check', CHECK_SENTENCES),
  ...COMMENT_HISTORY,
};
