import type { HistoryEntry } from '@posthorn/contracts/scheduling/history.http';
import { match } from '@posthorn/event-sourcing';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import type { PostEvent } from '../../domain/post/post.ts';
import type { PublicationEvent } from '../../domain/publication/publication.ts';
import { actorName } from './actor-name.ts';
import type { TokenActors } from './token-actors.ts';
import { publicationSentence } from './publication-sentences.ts';

/** One plain sentence per event of a post, for the timeline. */
const postSentence = match<PostEvent, string>({
  PostScheduled: ({ data }) =>
    `The post was scheduled for ${data.scheduledFor} on ${accounts(data.targets.length)}.`,
  PostEdited: () => 'The post was edited.',
  PublishedPostEdited: () =>
    'The title or the automatic replies were changed. What is on the platforms stayed as it was.',
  PostTargetsChanged: ({ data }) =>
    `The accounts were changed. The post goes to ${accounts(data.targets.length)}.`,
  PostRescheduled: ({ data }) => `The post was moved to ${data.scheduledFor}.`,
  ScheduleRecomputed: ({ data }) =>
    `New time zone rules moved the post from ${data.before} to ${data.scheduledFor}.`,
  PostCancelled: () => 'The post was deleted before it was published.',
  PostArchived: () => 'The post was archived.',
  PostRestored: () => 'The post was restored.',
  PostPublishingStarted: ({ data }) =>
    `Publishing began on ${accounts(data.targets.length)}. The post can no longer be changed.`,
});

const accounts = (count: number): string => (count === 1 ? 'one account' : `${String(count)} accounts`);

export type StoryEvent = LoggedEvent<PostEvent> | LoggedEvent<PublicationEvent>;
/** Names of accounts by their id. */
export type AccountNames = ReadonlyMap<number, string>;

/** The history of a post as its owner reads it, in log order. */
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
  const noteOn = attemptsWithNotes(events);
  return events.map((event) => {
    const { data } = event;
    const accountId = 'accountId' in data ? data.accountId : null;
    const attempt = noteOn.get(event.id) ?? attemptIn(data, attempts);
    const accountName = accountId === null ? null : (names.get(accountId) ?? null);
    const { meta } = event;
    return {
      id: event.id,
      stream: event.stream,
      revision: Number(event.revision),
      type: event.type,
      at: meta.at,
      actor: { ...meta.actor, name: actorName(meta.actor, ownerId, tokens) },
      correlationId: meta.correlationId,
      causationId: meta.causationId,
      accountId,
      platform: 'platform' in data ? data.platform : null,
      accountName,
      attempt,
      requestFingerprint: event.type === 'PublishAttemptStarted' ? event.data.fingerprint : null,
      remoteId: isOnPlatform(event) ? event.data.remoteId : null,
      permalink: isOnPlatform(event) ? event.data.permalink : null,
      summary: isOfPublication(event)
        ? publicationSentence(event, accountName ?? event.data.platform, attempt)
        : postSentence(event),
      data: { ...data },
    };
  });
}

const attemptIn = (data: StoryEvent['data'], attempts: ReadonlyMap<string, number>): number | null =>
  'attemptId' in data && data.attemptId !== null ? (attempts.get(data.attemptId) ?? null) : null;

/** For events whose references the next try uses: the number of that try, by the id of the event. */
function attemptsWithNotes(events: readonly StoryEvent[]): ReadonlyMap<string, number> {
  const open = new Map<number, number>();
  const notes = new Map<string, number>();
  for (const { id, type, data } of events) {
    if (type === 'PublishAttemptStarted') open.set(data.accountId, data.number);
    else if (type === 'PublishPrepared') {
      const attempt = open.get(data.accountId);
      if (attempt !== undefined) notes.set(id, attempt);
    } else if ('accountId' in data && !KEEPS_OPEN.has(type)) open.delete(data.accountId);
  }
  return notes;
}

const KEEPS_OPEN: ReadonlySet<string> = new Set([
  'PublishAccepted',
  'PlatformPublishUnknown',
  'PublishLookedUp',
]);

const isOnPlatform = (event: StoryEvent) =>
  event.type === 'PlatformPublished' || event.type === 'DuplicateDetected';

const isOfPublication = (event: StoryEvent): event is LoggedEvent<PublicationEvent> =>
  event.category === 'publication';
