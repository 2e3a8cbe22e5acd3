import fc from 'fast-check';
import type { PublicEvent } from '@posthorn/contracts/external/events.http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { runsOf } from '#infrastructure/testing/property-runs.ts';
import { FeedProduct, ofPost } from './testing/feed-product.ts';

// Each run writes events of several users in a random order. The program of each user disconnects and reconnects at random
// times, and stores only the last id.

const OWNERS = 3;
const POSTS = 6;
const TYPES = ['PostCancelled', 'PostRestored', 'PostArchived'] as const;

/** A `fact` of -1 means an event that is not public. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('write' as const),
      post: fc.nat(POSTS - 1),
      fact: fc.integer({ min: -1, max: TYPES.length - 1 }),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ does: 'catch up' as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('page' as const),
      owner: fc.nat(OWNERS - 1),
      limit: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('follow' as const),
      owner: fc.nat(OWNERS - 1),
      cutAfter: fc.nat(5),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ does: 'rebuild' as const }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

let product: FeedProduct;
let runs = 0;
beforeAll(async () => {
  product = await FeedProduct.start();
}, 60_000);
afterAll(() => product.close());

type FeedClient = { owner: string; cursor: string; events: PublicEvent[] };

class Run {
  readonly #number = ++runs;
  readonly clients = Array.from({ length: OWNERS }, (_, at): FeedClient => ({
    owner: `owner-${String(this.#number)}-${String(at)}`,
    cursor: 'start',
    events: [],
  }));
  /** For each owner: the post of each public event, in log order, and the number of these events in the feed. */
  readonly written = this.clients.map(() => ({ posts: [] as number[], read: 0 }));

  async take(step: Step): Promise<void> {
    switch (step.does) {
      case 'write':
        return this.#write(step.post, TYPES[step.fact]);
      case 'catch up':
        return this.catchUp();
      case 'page':
        return this.page(step.owner, step.limit);
      case 'follow':
        return this.#follow(step.owner, step.cutAfter);
      case 'rebuild':
        await this.catchUp();
        return product.rebuild();
    }
  }

  async #write(post: number, type: (typeof TYPES)[number] | undefined): Promise<void> {
    const at = post % OWNERS;
    const owner = this.clients[at]?.owner ?? '';
    const postId = this.#number * 1_000 + post;
    if (type === undefined)
      return product.append('publication', `${String(postId)}-3`, {
        type: 'DuplicateSearchEnded',
        schema: 1,
        data: { postId, accountId: 3, ownerId: owner, platform: 'mastodon', result: 'none' },
      });
    await product.append('post', postId, ofPost(type, owner, postId));
    this.written[at]?.posts.push(postId);
  }

  async catchUp(): Promise<void> {
    await product.catchUp();
    for (const owner of this.written) owner.read = owner.posts.length;
  }

  async page(at: number, limit: number): Promise<void> {
    const client = this.clients[at];
    if (!client) return;
    // Specs run no projector, so the run updates the read model before the request.
    await this.catchUp();
    const { events, cursor } = await product.events(
      client.owner,
      `?after=${client.cursor}&limit=${String(limit)}`,
    );
    client.events.push(...events);
    client.cursor = cursor;
  }

  /** Reads the stream, and disconnects after the given number of events or after the last event. */
  async #follow(at: number, cutAfter: number): Promise<void> {
    const client = this.clients[at];
    if (!client) return;
    await this.catchUp();
    const remaining = (this.written[at]?.read ?? 0) - client.events.length;
    const stream = await product.follow(client.owner, '', { 'last-event-id': client.cursor });
    const wanted = Math.min(remaining, cutAfter);
    await stream.untilCount(wanted);
    await stream.close();
    client.events.push(...stream.events);
    client.cursor = stream.lastId || client.cursor;
  }
}

it('sends each event of a user once, in order, and only to the program of that user', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const run = new Run();
      for (const each of steps) await run.take(each);
      await run.catchUp();
      for (const [at, { posts }] of run.written.entries())
        while ((run.clients[at]?.events.length ?? 0) < posts.length) await run.page(at, 3);
      for (const [at, client] of run.clients.entries()) {
        const ids = client.events.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(client.events.map(({ data }) => 'postId' in data && data.postId)).toEqual(
          run.written[at]?.posts,
        );
        expect(client.events).toEqual(await product.all(client.owner));
      }
    }),
    { numRuns: runsOf(15) },
  );
}, 120_000);
