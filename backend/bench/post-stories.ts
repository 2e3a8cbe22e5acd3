import { randomUUID } from 'node:crypto';
import type { Event } from '@posthorn/event-sourcing';
import { streamName } from '@posthorn/event-sourcing';
import type { NewEvent } from '@posthorn/event-sourcing/event-store';
import { linked } from '@posthorn/event-store/chain';
import type { EventCodec } from '#infrastructure/event-log/event-codec.ts';
import { eventAbout, postEvent, scheduledPost } from '#modules/scheduling/testing/post-story.ts';
import type { PostListEvent } from '#modules/scheduling/read-models/posts/post-row.ts';

type EventOf<Type extends PostListEvent['type']> = Extract<PostListEvent, { type: Type }>;
export type Target = EventOf<'PostScheduled'>['data']['targets'][number];
/** The events of one stream, beginning with the first event. */
export type Story<E extends Event = PostListEvent> = Readonly<{
  stream: string;
  actor: string;
  events: readonly E[];
}>;
/** The events of a story, as the log stores them. */
export type StoredStory = Readonly<{ stream: string; events: readonly NewEvent[] }>;

const TEXT =
  'The kiln is open again: forty bowls, a new celadon and two cracks nobody will ever find. Come by on Saturday.';
const CONTENT_HASH = '5f'.repeat(32);

/** Creates the event of a post with plain text, scheduled for a later day. */
export function postScheduled(
  postId: number,
  ownerId: string,
  targets: readonly Target[],
  scheduledFor: Date,
): EventOf<'PostScheduled'> {
  return scheduledPost({
    postId,
    ownerId,
    content: `${TEXT} (${String(postId)})`,
    hashtags: '#ceramics #handmade',
    scheduledFor: scheduledFor.toISOString(),
    timezone: 'Europe/Paris',
    targets,
  });
}

export const scheduledStory = (...args: Parameters<typeof postScheduled>): Story => ({
  stream: streamName({ category: 'post' }, args[0]),
  actor: args[1],
  events: [postScheduled(...args)],
});

/** `remoteId`: by default, the product's own id of the post. */
type Published = Readonly<{ at?: Date; remoteId?: string }>;

/** The stories (sample events of one stream each) of a published post on one account: five events in two streams. */
export const publishedStories = (postId: number, ownerId: string, target: Target): Story[] =>
  publishedOnAll(postId, ownerId, [target]);

/** The stories of a published post on all its accounts: two events, and three events in a stream of each account. */
export function publishedOnAll(
  postId: number,
  ownerId: string,
  targets: readonly Target[],
  { at = new Date(), remoteId = String(postId) }: Published = {},
): Story[] {
  const time = at.toISOString();
  const events: PostListEvent[] = [
    postScheduled(postId, ownerId, targets, at),
    postEvent('PostPublishingStarted', {
      postId,
      ownerId,
      contentHash: CONTENT_HASH,
      withSuffix: false,
      suffixOn: [],
      targets,
      startedAt: time,
    }),
  ];
  return [
    { stream: streamName({ category: 'post' }, postId), actor: ownerId, events },
    ...targets.map(({ accountId, platform }) => ({
      stream: streamName({ category: 'publication' }, `${String(postId)}-${String(accountId)}`),
      actor: ownerId,
      events: publication({ postId, accountId, ownerId, platform }, remoteId, time),
    })),
  ];
}

function publication(
  target: Target & Readonly<{ postId: number; ownerId: string }>,
  remoteId: string,
  time: string,
): PostListEvent[] {
  const [contentHash, attemptId] = [CONTENT_HASH, randomUUID()];
  return [
    eventAbout({ target }, 'PublishPrepared', { contentHash, refs: { idempotencyKey: randomUUID() } }),
    eventAbout({ target }, 'PublishAttemptStarted', {
      attemptId,
      number: 1,
      contentHash,
      fingerprint: contentHash,
      startedAt: time,
      startBy: time,
      deadline: time,
    }),
    eventAbout({ target }, 'PlatformPublished', {
      attemptId,
      remoteId,
      publishedAt: time,
      evidence: 'answer',
      permalink: `https://mastodon.sandbox.test/@ana/${remoteId}`,
    }),
  ];
}

/** Encrypts and links the events as the product does. */
export async function encodeStory(
  { stream, actor, events }: Story<Event>,
  codec: EventCodec,
): Promise<StoredStory> {
  const recorded: Parameters<typeof linked>[2][number][] = [];
  for (const event of events) {
    const { data, subjects } = await codec.encode(stream, event);
    recorded.push({
      id: randomUUID(),
      type: event.type,
      data,
      meta: {
        schema: event.schema,
        at: new Date().toISOString(),
        correlationId: 'bench',
        causationId: 'bench',
        actor: { kind: 'user', id: actor },
        ...(subjects.length > 0 && { subjects: [...subjects] }),
      },
    });
  }
  return { stream, events: linked(stream, null, recorded) };
}
