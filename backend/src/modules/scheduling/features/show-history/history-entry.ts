import type { HistoryEntry } from '@posthorn/contracts/scheduling/history.http';
import { HISTORY_SENTENCES } from '@posthorn/contracts/scheduling/history-sentences';
import { actorView, type TokenActors } from '@posthorn/contracts/shared/actors';
import { textOf, type SaidPart } from '@posthorn/contracts/shared/said';
import { match } from '@posthorn/event-sourcing';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import type { PostEvent } from '../../domain/post/post.ts';
import type { PublicationEvent } from '../../domain/publication/publication.ts';
import { publicationParts } from './publication-sentences.ts';

/** The sentences of the history about the events of a post, by event type. */
const postParts = match<PostEvent, SaidPart[]>({
  PostScheduled: ({ type, data }) => [
    { code: type, values: { at: data.scheduledFor, accounts: data.targets.length } },
  ],
  PostEdited: ({ type }) => [{ code: type }],
  PublishedPostEdited: ({ type }) => [{ code: type }],
  PostTargetsChanged: ({ type, data }) => [{ code: type, values: { accounts: data.targets.length } }],
  PostRescheduled: ({ type, data }) => [{ code: type, values: { at: data.scheduledFor } }],
  ScheduleRecomputed: ({ type, data }) => [
    { code: type, values: { before: data.before, at: data.scheduledFor } },
  ],
  PostCancelled: ({ type }) => [{ code: type }],
  PostArchived: ({ type }) => [{ code: type }],
  PostRestored: ({ type }) => [{ code: type }],
  PostPublishingStarted: ({ type, data }) => [{ code: type, values: { accounts: data.targets.length } }],
});

export type StoryEvent = LoggedEvent<PostEvent> | LoggedEvent<PublicationEvent>;
/** Names of accounts by their id. */
export type AccountNames = ReadonlyMap<number, string>;

/** The entries of a post's history that its owner sees, in log order. */
export function entriesOf(
  events: readonly StoryEvent[],
  ownerId: string,
  names: AccountNames,
  tokens: TokenActors,
): HistoryEntry[] {
  const attempts = new Map<string, number>();
  for (const { type, data } of events) {
    if (type === 'PublishAttemptStarted') attempts.set(data.attemptId, data.number);
  }
  const attemptOfResult = attemptsOfStoredResults(events);
  return events.map((event) => {
    const { data } = event;
    const accountId = 'accountId' in data ? data.accountId : null;
    const attempt = attemptOfResult.get(event.id) ?? attemptIn(data, attempts);
    const accountName = accountId === null ? null : (names.get(accountId) ?? null);
    const { meta } = event;
    const said = isOfPublication(event)
      ? publicationParts(event, accountName ?? event.data.platform, attempt)
      : postParts(event);
    return {
      id: event.id,
      stream: event.stream,
      revision: Number(event.revision),
      type: event.type,
      at: meta.at,
      actor: actorView(meta.actor, ownerId, tokens),
      correlationId: meta.correlationId,
      causationId: meta.causationId,
      accountId,
      platform: 'platform' in data ? data.platform : null,
      accountName,
      attempt,
      requestFingerprint: event.type === 'PublishAttemptStarted' ? event.data.fingerprint : null,
      remoteId: isOnPlatform(event) ? event.data.remoteId : null,
      permalink: isOnPlatform(event) ? event.data.permalink : null,
      summary: textOf(HISTORY_SENTENCES, said) ?? event.type,
      said,
      data: { ...data },
    };
  });
}

const attemptIn = (data: StoryEvent['data'], attempts: ReadonlyMap<string, number>): number | null =>
  'attemptId' in data && data.attemptId !== null ? (attempts.get(data.attemptId) ?? null) : null;

/**
 * Finds `PublishPrepared` events that store the result of an attempt. Returns the number of this attempt, by
 * the id of the event.
 */
function attemptsOfStoredResults(events: readonly StoryEvent[]): ReadonlyMap<string, number> {
  const openAttempts = new Map<number, number>();
  const attemptOfEvent = new Map<string, number>();
  for (const { id, type, data } of events) {
    if (type === 'PublishAttemptStarted') openAttempts.set(data.accountId, data.number);
    else if (type === 'PublishPrepared') {
      const attempt = openAttempts.get(data.accountId);
      if (attempt !== undefined) attemptOfEvent.set(id, attempt);
    } else if ('accountId' in data && !KEEPS_OPEN.has(type)) openAttempts.delete(data.accountId);
  }
  return attemptOfEvent;
}

const KEEPS_OPEN: ReadonlySet<string> = new Set([
  'PublishAccepted',
  'PlatformPublishUnknown',
  'PublishLookedUp',
]);

const isOnPlatform = (event: StoryEvent) =>
  event.type === 'PlatformPublished' ||
  event.type === 'PublicIdAssigned' ||
  event.type === 'DuplicateDetected';

const isOfPublication = (event: StoryEvent): event is LoggedEvent<PublicationEvent> =>
  event.category === 'publication';
