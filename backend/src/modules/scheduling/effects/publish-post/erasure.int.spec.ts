import { randomUUID } from 'node:crypto';
import type { Event } from '@posthorn/event-sourcing';
import { EventStore, type JsonObject } from '@posthorn/event-sourcing/event-store';
import { linked } from '@posthorn/event-store/chain';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { EventCodec } from '#infrastructure/event-log/event-codec.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { postStream } from '../../domain/post/post.ts';
import { eventAbout } from '../../domain/publication/event-about.ts';
import { OutgoingPublications } from './outgoing-publications.ts';
import { PublishingBench } from '../../testing/publishing/publishing-bench.ts';
import { postEvent } from '../../domain/post/post-events.ts';

const mastodon = { accountId: 3, platform: 'mastodon' } as const;
const bluesky = { accountId: 4, platform: 'bluesky' } as const;
const A_DIGEST = /[0-9a-f]{64}/u;

let bench: PublishingBench;
beforeAll(async () => {
  bench = await PublishingBench.open();
}, 60_000);
afterAll(() => bench.close());
beforeEach(() => {
  bench.platform.received.length = 0;
  bench.platform.calls.length = 0;
});

it('encrypts each hash, because the text of a post could be guessed from it', async () => {
  const post = await bench.schedule(mastodon);
  await bench.runDue();
  const events = [...bench.store.historyOf(`post-${String(post)}`), ...bench.events(post, 3)];
  expect(events.map(({ type }) => type)).toContain('PlatformPublished');
  expect(events.filter(({ data }) => A_DIGEST.test(JSON.stringify(data))).map(({ type }) => type)).toEqual(
    [],
  );
});

it('continues a preparation of an older release that stored hashes in plain', async () => {
  const post = await bench.schedule(bluesky);
  const target = { ...bluesky, postId: post, ownerId: 'ana' };
  const { state } = await bench.module.get(EventReader).load(postStream, post);
  const { contentHash } = await bench.module.get(OutgoingPublications).publicationOf(state, target, false);
  const now = new Date(bench.clock.time).toISOString();
  const start = { contentHash, withSuffix: false, suffixOn: [], targets: [bluesky], startedAt: now };
  const key = { postId: post, ownerId: 'ana' };
  await storeAsOlderRelease(
    `post-${String(post)}`,
    postEvent('PostPublishingStarted', { ...key, ...start }),
    {
      contentHash,
    },
  );
  const stream = `publication-${String(post)}-4`;
  const refs = { key: 'bluesky:of-before' };
  await storeAsOlderRelease(stream, eventAbout({ target }, 'PublishPrepared', { contentHash, refs }), {
    contentHash,
  });
  const attempt = { attemptId: 'before', number: 1, contentHash, fingerprint: contentHash };
  const times = { startedAt: now, startBy: now, deadline: now };
  const intent = eventAbout({ target }, 'PublishAttemptStarted', { ...attempt, ...times });
  await storeAsOlderRelease(stream, intent, { contentHash, fingerprint: contentHash });
  // The call of the attempt arrived, but the worker was killed before the response.
  bench.platform.received.push(refs.key);

  await bench.runDue();
  await bench.runDue(5);
  expect(bench.platform.calls).toMatchObject([{ refs }]);
  expect(bench.platform.received).toEqual([refs.key]);
  expect(bench.eventTypes(post, 4)).toEqual([
    ...['PublishPrepared', 'PublishAttemptStarted', 'PlatformPublishUnknown'],
    ...['PublishAttemptStarted', 'PlatformPublished'],
  ]);
});

/** Stores the event as an older release did: one schema lower, with these fields in plain. */
async function storeAsOlderRelease(stream: string, event: Event, plainFields: JsonObject): Promise<void> {
  const store = bench.module.get(EventStore);
  const { data, subjects } = await bench.module.get(EventCodec).encode(stream, event);
  const last = bench.store.historyOf(stream).at(-1) ?? null;
  const meta = {
    schema: event.schema - 1,
    at: new Date(bench.clock.time).toISOString(),
    actor: { kind: 'system', id: 'publishing' },
    correlationId: 'before',
    causationId: 'before',
    subjects,
  } as const;
  const { type } = event;
  const events = linked(stream, last, [{ id: randomUUID(), type, data: { ...data, ...plainFields }, meta }]);
  await store.append(stream, events, { expected: last?.revision ?? 'noStream' });
}
