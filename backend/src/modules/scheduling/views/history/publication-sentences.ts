import { noCardReasons } from '@posthorn/contracts/integrations/link-card';
import { LINK_PREVIEW_TEXT } from '@posthorn/contracts/integrations/link-card.http';
import { assertNever } from '@posthorn/event-sourcing';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { PublicationEvent } from '../../domain/publication/publication.ts';
import { RECONNECT } from '#infrastructure/effects/attempt/effect.ts';

/** Why a post whose text has a link goes out without a card. */
function withoutCard({ noCard }: JsonObject): string {
  const reason = noCardReasons.find((known) => known === noCard);
  return reason ? ` The link has no card: ${LINK_PREVIEW_TEXT.noCard[reason]}` : '';
}

/** One plain sentence per event of a publication, for the timeline. `on` names the account, `attempt` the one it belongs to. */
export function publicationSentence(event: PublicationEvent, on: string, attempt: number | null): string {
  const words =
    event.type !== 'PublicationWarned' && 'words' in event.data && event.data.words
      ? ` It said: “${event.data.words}”`
      : '';
  switch (event.type) {
    case 'PublishPrepared':
      return attempt === null
        ? `Everything that ${on} needs was prepared and kept.${withoutCard(event.data.refs)}`
        : `What the next try on ${on} has to know after attempt ${String(attempt)} was kept.`;
    case 'PublishAttemptStarted':
      return `Attempt ${String(event.data.number)} on ${on} was begun.`;
    case 'PublishAccepted':
      return `${on} took the post and is still working on it.`;
    case 'PlatformPublished':
      return `Published on ${on}${EVIDENCE[event.data.evidence]}.`;
    case 'DuplicateDetected':
      return `The post is on ${on} a second time${EVIDENCE[event.data.evidence]}. One of the two can be deleted.`;
    case 'DuplicateSearchEnded':
      return SEARCHED[event.data.result](on);
    case 'PlatformPublishFailed':
      return event.data.retryable
        ? `${attemptOf(attempt)} on ${on} did not publish (${event.data.reason}). It is tried again.${words}`
        : `Publishing on ${on} failed (${event.data.reason}).${words}`;
    case 'PlatformPublishUnknown':
      return `Nobody can tell yet whether attempt ${String(attempt ?? '')} reached ${on}: ${CAUSES[event.data.cause]}.${words}`;
    case 'PublishLookedUp':
      return `${LOOKED_UP[event.data.result](on)}${words}`;
    case 'PublishPostponed':
      if (event.data.reason === RECONNECT) return `${on} has to be connected again. The post waits.${words}`;
      return `Publishing on ${on} was put off (${event.data.reason}). No try was used.${words}`;
    case 'PublishAttemptNotStarted':
      return `${attemptOf(attempt)} on ${on} was given up before anything was sent: ${NOT_STARTED[event.data.reason]}. It is tried again.`;
    case 'PublishRetryRequested':
      return `Sending it to ${on} again was asked for.${wish(event.data)}`;
    case 'PublicationCancelled':
      return `Publishing on ${on} was cancelled.`;
    case 'PublicationWarned':
      return `A check before the due time found something about ${on}: ${event.data.words}`;
    case 'PublicationResumed':
      return `${on} was connected again. What waited for it goes on.`;
    case 'RemoteDeletionRequested':
      return event.data.remoteId === undefined
        ? `Deleting the post on ${on} was asked for.`
        : `Deleting the second copy of the post on ${on} was asked for.`;
    case 'RemoteDeletionAttempted':
      return `Attempt ${String(event.data.number)} to delete the post on ${on} was begun.`;
    case 'RemotePostDeleted':
      return `The post was deleted on ${on}.`;
    case 'RemoteDeletionFailed':
      return event.data.retryable
        ? `The post could not be deleted on ${on} (${event.data.reason}). It is tried again.${words}`
        : `Deleting the post on ${on} failed (${event.data.reason}).${words}`;
    case 'RemoteDeletionPostponed':
      return event.data.reason === RECONNECT
        ? `${on} has to be connected again. Deleting the post waits.${words}`
        : `${on} asked to wait with deleting the post (${event.data.reason}).${words}`;
    case 'CoverRequested':
      return `The video is out on ${on}. Its cover is set next.`;
    case 'CoverAttempted':
      return `Attempt ${String(event.data.number)} to set the cover on ${on} was begun.`;
    case 'CoverSet':
      return `The cover was set on ${on}.`;
    case 'CoverFailed':
      return event.data.retryAt === null
        ? `The cover was not set on ${on} (${event.data.reason}). The video stays published.${words}`
        : `The cover could not be set on ${on} (${event.data.reason}). It is tried again.${words}`;
    case 'CoverPostponed':
      return event.data.reason === RECONNECT
        ? `${on} has to be connected again. Setting the cover waits.${words}`
        : `Setting the cover on ${on} was put off (${event.data.reason}).${words}`;
    default:
      return assertNever(event);
  }
}

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
