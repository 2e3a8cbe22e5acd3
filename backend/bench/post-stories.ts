import { randomUUID } from 'node:crypto';
import type { Event } from '@posthorn/event-sourcing';
import { streamName } from '@posthorn/event-sourcing';
import type { NewEvent } from '@posthorn/event-sourcing/event-store';
import { linked } from '@posthorn/event-store/chain';
import type { EventCodec } from '#infrastructure/log/event-codec.ts';
import type { PostListEvent } from '#modules/scheduling/views/list-posts/post-row.ts';

type EventOf<Type extends PostListEvent['type']> = Extract<PostListEvent, { type: Type }>;
export type Target = EventOf<'PostScheduled'>['data']['targets'][number];
/** The events of one stream, from its first. */
export type Story<E extends Event = PostListEvent> = Readonly<{
  stream: string;
  actor: string;
  events: readonly E[];
}>;
/** The same as the log stores it. */
export type StoredStory = Readonly<{ stream: string; events: readonly NewEvent[] }>;

const TEXT =
  'The kiln is open again: forty bowls, a new celadon and two cracks nobody will ever find. Come by on Saturday.';

/** A post of plain words for some later day. */
export function scheduled(
  postId: number,
  ownerId: string,
  targets: readonly Target[],
  scheduledFor: Date,
): EventOf<'PostScheduled'> {
  return {
    type: 'PostScheduled',
    schema: 4,
    data: {
      postId,
      ownerId,
      content: `${TEXT} (${String(postId)})`,
      title: null,
      hashtags: '#ceramics #handmade',
      media: [],
      aiRepliesEnabled: false,
      perTarget: [],
      scheduledFor: scheduledFor.toISOString(),
      timezone: 'Europe/Paris',
      localTime: null,
      targets,
    },
  };
}

export const scheduledStory = (...args: Parameters<typeof scheduled>): Story => ({
  stream: streamName({ category: 'post' }, args[0]),
  actor: args[1],
  events: [scheduled(...args)],
});

/** A post on one account that went well: five events in two streams. */
export function publishedStories(postId: number, ownerId: string, { accountId, platform }: Target): Story[] {
  const at = new Date();
  const time = at.toISOString();
  const target = { postId, accountId, ownerId, platform };
  const contentHash = '5f'.repeat(32);
  const attemptId = randomUUID();
  const post: PostListEvent[] = [
    scheduled(postId, ownerId, [{ accountId, platform }], at),
    {
      type: 'PostPublishingStarted',
      schema: 3,
      data: {
        postId,
        ownerId,
        contentHash,
        withSuffix: false,
        suffixOn: [],
        targets: [{ accountId, platform }],
        startedAt: time,
      },
    },
  ];
  const publication: PostListEvent[] = [
    {
      type: 'PublishPrepared',
      schema: 2,
      data: { ...target, contentHash, refs: { idempotencyKey: randomUUID() } },
    },
    {
      type: 'PublishAttemptStarted',
      schema: 2,
      data: {
        ...target,
        attemptId,
        number: 1,
        contentHash,
        fingerprint: contentHash,
        startedAt: time,
        startBy: time,
        deadline: time,
      },
    },
    {
      type: 'PlatformPublished',
      schema: 2,
      data: {
        ...target,
        attemptId,
        remoteId: String(postId),
        permalink: `https://mastodon.sandbox.test/@ana/${String(postId)}`,
        publishedAt: time,
        evidence: 'answer',
      },
    },
  ];
  return [
    { stream: streamName({ category: 'post' }, postId), actor: ownerId, events: post },
    {
      stream: streamName({ category: 'publication' }, `${String(postId)}-${String(accountId)}`),
      actor: ownerId,
      events: publication,
    },
  ];
}

/** Encrypted and linked as the product does it. */
export async function stored(
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
