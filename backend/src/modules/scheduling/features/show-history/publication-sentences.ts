import { noCardReasons } from '@posthorn/contracts/integrations/link-card';
import { LINK_PREVIEW_TEXT } from '@posthorn/contracts/integrations/link-card.http';
import { match } from '@posthorn/event-sourcing';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { PublicationEvent } from '../../domain/publication/publication.ts';
import { actionSentences, said } from './action-sentences.ts';
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
      ? `Everything that ${on} needs was prepared and kept.${withoutCard(data.refs)}`
      : `What the next try on ${on} has to know after attempt ${String(attempt)} was kept.`,
  PublishAttemptStarted: ({ data }, on) => `Attempt ${String(data.number)} on ${on} was begun.`,
  PublishAccepted: (_, on) => `${on} took the post and is still working on it.`,
  PlatformPublished: ({ data }, on) => `Published on ${on}${EVIDENCE[data.evidence]}.`,
  DuplicateDetected: ({ data }, on) =>
    `The post is on ${on} a second time${EVIDENCE[data.evidence]}. One of the two can be deleted.`,
  DuplicateSearchEnded: ({ data }, on) => SEARCHED[data.result](on),
  PlatformPublishFailed: ({ data }, on, attempt) =>
    data.retryable
      ? `${attemptOf(attempt)} on ${on} did not publish (${data.reason}). It is tried again.${said(data)}`
      : `Publishing on ${on} failed (${data.reason}).${said(data)}`,
  PlatformPublishUnknown: ({ data }, on, attempt) =>
    `Nobody can tell yet whether attempt ${String(attempt ?? '')} reached ${on}: ${CAUSES[data.cause]}.${said(data)}`,
  PublishLookedUp: ({ data }, on) => `${LOOKED_UP[data.result](on)}${said(data)}`,
  PublishPostponed: ({ data }, on) =>
    data.reason === RECONNECT
      ? `${on} has to be connected again. The post waits.${said(data)}`
      : `Publishing on ${on} was put off (${data.reason}). No try was used.${said(data)}`,
  PublishAttemptNotStarted: ({ data }, on, attempt) =>
    `${attemptOf(attempt)} on ${on} was given up before anything was sent: ${NOT_STARTED[data.reason]}. It is tried again.`,
  PublishRetryRequested: ({ data }, on) => `Sending it to ${on} again was asked for.${wish(data)}`,
  PublicationCancelled: (_, on) => `Publishing on ${on} was cancelled.`,
  PublicationWarned: ({ data }, on) =>
    `A check before the due time found something about ${on}: ${data.words}`,
  PublicationResumed: (_, on) => `${on} was connected again. What waited for it goes on.`,
  RemoteDeletionRequested: ({ data }, on) =>
    data.remoteId === undefined
      ? `Deleting the post on ${on} was asked for.`
      : `Deleting the second copy of the post on ${on} was asked for.`,
  RemoteDeletionAttempted: ({ data }, on) =>
    `Attempt ${String(data.number)} to delete the post on ${on} was begun.`,
  RemotePostDeleted: (_, on) => `The post was deleted on ${on}.`,
  RemoteDeletionFailed: ({ data }, on) =>
    data.retryable
      ? `The post could not be deleted on ${on} (${data.reason}). It is tried again.${said(data)}`
      : `Deleting the post on ${on} failed (${data.reason}).${said(data)}`,
  RemoteDeletionPostponed: ({ data }, on) =>
    data.reason === RECONNECT
      ? `${on} has to be connected again. Deleting the post waits.${said(data)}`
      : `${on} asked to wait with deleting the post (${data.reason}).${said(data)}`,
  ...actionSentences,
});

const attemptOf = (attempt: number | null): string =>
  attempt === null ? 'The preparation' : `Attempt ${String(attempt)}`;

type Wish = Extract<PublicationEvent, { type: 'PublishRetryRequested' }>['data'];
const wish = ({ lookUntil, nextAt, atOwnRisk }: Wish): string => {
  if (atOwnRisk) return ' It was to be at once, although it may then appear twice.';
  if (lookUntil !== undefined)
    return ` It is looked for there until ${lookUntil}, and sent again if it is not there.`;
  return nextAt === undefined
    ? ''
    : ` It waits until ${nextAt}: until then the attempt before may still arrive.`;
};

const SEARCHED = {
  none: (on: string) => `${on} was looked at once more: the post is there once.`,
  found: (on: string) => `${on} was looked at once more, and the post is there more than once.`,
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
  'server-error': 'it answered with an error of its own',
  refused: 'it refused the post, which may be there all the same',
  unreadable: 'its answer could not be read',
  'lost-worker': 'the process that was publishing ended',
  duplicate: 'it says that the post is already there',
  'no-answer': 'it went on working and never said that it was done',
} as const;

const NOT_STARTED = {
  'lease-lost': 'another worker had taken it over',
  'too-late': 'the time to begin was over',
  'out-of-reach': 'the database was out of reach',
  'owner-leaving': 'its owner had asked for everything to be deleted',
} as const;

const LOOKED_UP = {
  absent: (on: string) => `The post was looked for on ${on} and is not there yet.`,
  failed: (on: string) => `${on} could not be asked whether the post is there.`,
  'cannot-tell': (on: string) => `${on} offers no way to tell whether the post is there. Please have a look.`,
} as const;
