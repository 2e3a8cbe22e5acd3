import { noCardReasons } from '@posthorn/contracts/integrations/link-card';
import { LINK_PREVIEW_TEXT } from '@posthorn/contracts/integrations/link-card.http';
import { deletionProblemText, problemText } from '@posthorn/contracts/scheduling/target-problems';
import { match } from '@posthorn/event-sourcing';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { PublicationEvent } from '../../domain/publication/publication.ts';
import { actionSentences, quoted } from './action-sentences.ts';
import { RECONNECT } from '#infrastructure/effects/attempt/effect.ts';

/** Why a post whose text has a link is published without a card. */
function withoutCard({ noCard }: JsonObject): string {
  const reason = noCardReasons.find((known) => known === noCard);
  return reason ? ` The link has no card: ${LINK_PREVIEW_TEXT.noCard[reason]}` : '';
}

/** One plain sentence per event of a publication, for the timeline. `on` names the account, `attempt` the one it belongs to. */
export const publicationSentence = match<PublicationEvent, string, [on: string, attempt: number | null]>({
  PublishPrepared: ({ data }, on, attempt) =>
    attempt === null
      ? `The post was prepared for ${on}.${withoutCard(data.refs)}`
      : `The result of attempt ${String(attempt)} was saved for the next try on ${on}.`,
  PublishAttemptStarted: ({ data }, on) => `Attempt ${String(data.number)} on ${on} began.`,
  PublishAccepted: (_, on) => `${on} accepted the post and is still processing it.`,
  PlatformPublished: ({ data }, on) => `Published on ${on}${EVIDENCE[data.evidence]}.`,
  DuplicateDetected: ({ data }, on) =>
    `The post is on ${on} a second time${EVIDENCE[data.evidence]}. One of the two can be deleted.`,
  DuplicateSearchEnded: ({ data }, on) => SEARCHED[data.result](on),
  PlatformPublishFailed: ({ data }, on, attempt) =>
    data.retryable
      ? `${attemptOf(attempt)} on ${on} did not publish. ${problemText(data.reason, 'failed')} It is tried again.${quoted(data)}`
      : `Publishing on ${on} failed. ${problemText(data.reason, 'failed')}${quoted(data)}`,
  PlatformPublishUnknown: ({ data }, on, attempt) =>
    `It is not known yet whether attempt ${String(attempt ?? '')} reached ${on}: ${CAUSES[data.cause]}.${quoted(data)}`,
  PublishLookedUp: ({ data }, on) => `${LOOKED_UP[data.result](on)}${quoted(data)}`,
  PublishPostponed: ({ data }, on) =>
    data.reason === RECONNECT
      ? `${on} needs to be reconnected. The post waits.${quoted(data)}`
      : `Publishing on ${on} was postponed. ${problemText(data.reason, 'waiting')} It does not count as an attempt.${quoted(data)}`,
  PublishAttemptNotStarted: ({ data }, on, attempt) =>
    `${attemptOf(attempt)} on ${on} ended before anything was sent: ${NOT_STARTED[data.reason]}. It is tried again.`,
  PublishRetryRequested: ({ data }, on) => `Sending it to ${on} again was requested.${wish(data)}`,
  PublicationCancelled: (_, on) => `Publishing on ${on} was cancelled.`,
  PublicationWarned: ({ data }, on) =>
    `A check before the due time found a problem with ${on}: ${data.words}`,
  PublicationResumed: (_, on) => `${on} was reconnected. Waiting work continues.`,
  RemoteDeletionRequested: ({ data }, on) =>
    data.remoteId === undefined
      ? `Deleting the post on ${on} was requested.`
      : `Deleting the second copy of the post on ${on} was requested.`,
  RemoteDeletionAttempted: ({ data }, on) =>
    `Attempt ${String(data.number)} to delete the post on ${on} began.`,
  RemotePostDeleted: (_, on) => `The post was deleted on ${on}.`,
  RemoteDeletionFailed: ({ data }, on) =>
    data.retryable
      ? `The post could not be deleted on ${on}. ${deletionProblemText(data.reason, false)} It is tried again.${quoted(data)}`
      : `Deleting the post on ${on} failed. ${deletionProblemText(data.reason, true)}${quoted(data)}`,
  RemoteDeletionPostponed: ({ data }, on) =>
    data.reason === RECONNECT
      ? `${on} needs to be reconnected. Deleting the post waits.${quoted(data)}`
      : `Deleting the post on ${on} was postponed. ${deletionProblemText(data.reason, false)}${quoted(data)}`,
  ...actionSentences,
});

const attemptOf = (attempt: number | null): string =>
  attempt === null ? 'The preparation' : `Attempt ${String(attempt)}`;

type Wish = Extract<PublicationEvent, { type: 'PublishRetryRequested' }>['data'];
const wish = ({ lookUntil, nextAt, atOwnRisk }: Wish): string => {
  if (atOwnRisk) return ' It is sent at once, although it may then appear twice.';
  if (lookUntil !== undefined)
    return ` Posthorn looks for it until ${lookUntil}, and sends it again if it is not there.`;
  return nextAt === undefined
    ? ''
    : ` It waits until ${nextAt}, because the earlier attempt may still arrive.`;
};

const SEARCHED = {
  none: (on: string) => `${on} was checked again: the post is there once.`,
  found: (on: string) => `${on} was checked again: the post is there more than once.`,
  'cannot-tell': (on: string) => `${on} cannot tell whether the post is there more than once.`,
} as const;

const EVIDENCE = {
  answer: '',
  status: ', as the platform reports',
  'look-up': ', found there afterwards',
  person: ', marked as posted by hand',
} as const;

const CAUSES = {
  timeout: 'it did not answer in time',
  reset: 'the connection broke',
  'server-error': 'it answered with an error',
  refused: 'it refused the post, which may be there anyway',
  unreadable: 'its answer could not be read',
  'lost-worker': 'publishing was interrupted',
  duplicate: 'it says that the post is already there',
  'no-answer': 'it accepted the post but did not confirm it',
} as const;

const NOT_STARTED = {
  'lease-lost': 'another server process had taken it over',
  'too-late': 'it was too late to begin',
  'out-of-reach': 'the database could not be reached',
  'owner-leaving': 'its owner had asked to delete the account',
} as const;

const LOOKED_UP = {
  absent: (on: string) => `Posthorn looked for the post on ${on}. It is not there yet.`,
  failed: (on: string) => `Posthorn could not check whether the post is on ${on}.`,
  'cannot-tell': (on: string) =>
    `${on} offers no way to tell whether the post is there. Please check yourself.`,
} as const;
