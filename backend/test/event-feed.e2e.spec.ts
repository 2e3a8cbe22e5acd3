import { setTimeout as pause } from 'node:timers/promises';
import type { EventsView, PublicEvent } from '@posthorn/contracts/external/events.http';
import type { CreatedApiTokenView } from '@posthorn/contracts/identity/api-tokens.http';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { FeedReader } from './whole-product/testing/feed-reader.ts';
import { Creator } from './creator.ts';
import { eventually } from './eventually.ts';
import { recordedEvents } from './kept-data.ts';
import { startProduct, type Product } from './product.ts';
import { run } from './program.ts';
import { itOnce } from './second-run.ts';

const ANA = 'ana@event-feed.example';
const KILLS = 3;
const BETWEEN_KILLS = 30;
/** The public events of this spec. */
const PUBLIC_TYPES = new Set(['AccountConnected', 'PremiumGranted', 'PostScheduled', 'PostCancelled']);

let product: Product;
let ana: Creator;
let account: AccountView;
let token: CreatedApiTokenView;
beforeAll(async () => {
  product = await startProduct({ env: { COMPLIMENTARY_PREMIUM: ANA } });
  ana = await Creator.signedIn(product, ANA);
  account = await ana.connectMastodon();
  token = await newToken();
});
afterAll(() => product.close());

const newToken = async () =>
  (await ana.client.post<CreatedApiTokenView>('/api/tokens', { name: 'Feed' })).body;
const call = (query: string, headers: Record<string, string> = {}, of = token) =>
  fetch(new URL(`/api/external/events${query}`, product.url), {
    headers: { authorization: `Bearer ${of.token}`, ...headers },
  });

/** The whole feed, page by page. */
async function feed(): Promise<readonly PublicEvent[]> {
  const found: PublicEvent[] = [];
  for (let after = 'start'; ;) {
    const page = (await (await call(`?limit=100&after=${after}`)).json()) as EventsView;
    found.push(...page.events);
    if (!page.more) return found;
    after = page.cursor;
  }
}

/** A program that stores only the last id, and reconnects whenever its connection breaks. */
class Program {
  readonly events: PublicEvent[] = [];
  breaks = 0;
  #lastId = 'start';
  #stream: FeedReader | undefined;
  #isOver = false;

  async run(): Promise<void> {
    while (!this.#isOver) {
      const reply = await call('/stream', { 'last-event-id': this.#lastId }).catch(() => undefined);
      if (reply?.status === 200) await this.#read(new FeedReader(reply));
      else await pause(50);
    }
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#stream?.close();
  }

  async #read(stream: FeedReader): Promise<void> {
    this.#stream = stream;
    const from = this.events.length;
    await stream.until(() => {
      this.events.splice(from, Infinity, ...stream.events);
      return this.#isOver;
    });
    this.#lastId = stream.lastId || this.#lastId;
    this.breaks += 1;
  }
}

/** Creates and deletes posts, even when single calls fail. */
async function writeOn(isOver: () => boolean): Promise<void> {
  const inOneHour = new Date(Date.now() + 3_600_000).toISOString();
  while (!isOver())
    try {
      const { body } = await ana.schedule([account], 'Bread', { scheduledFor: inOneHour });
      await ana.client.call('DELETE', `/api/posts/${String(body.id)}`);
    } catch {
      await pause(50);
    }
}

it('sends each event once to a program that stores the last id, while the product is killed', async () => {
  const program = new Program();
  const running = program.run();
  let isOver = false;
  const writing = writeOn(() => isOver);
  for (let kills = 1; kills <= KILLS; kills++) {
    await eventually(() => {
      expect(program.events.length).toBeGreaterThan(kills * BETWEEN_KILLS);
      return Promise.resolve();
    }, 60);
    await product.kill();
    await product.restart();
  }
  isOver = true;
  await writing;
  const recorded = (await recordedEvents(product)).filter(({ type }) => PUBLIC_TYPES.has(type));
  await eventually(() => {
    expect(program.events.length).toBeGreaterThanOrEqual(recorded.length);
    return Promise.resolve();
  });
  // A repeated event would arrive within this time.
  await pause(500);
  await program.stop();
  await running;
  expect(program.breaks).toBeGreaterThanOrEqual(KILLS);
  expect(new Set(program.events.map(({ id }) => id)).size).toBe(program.events.length);
  expect(program.events).toHaveLength(recorded.length);
  expect(program.events).toEqual(await feed());
});

it('has the same events and ids after a rebuild, and continues its streams', async () => {
  const before = await feed();
  const stream = new FeedReader(await call('/stream'));
  await stream.until(() => stream.lastId !== '');
  const env = product.commandEnv;
  const rebuild = { args: ['rebuild', 'external.feed'], env };
  expect(await run('backend/src/cli/projections.ts', rebuild)).toMatchObject({ code: 0 });
  expect(await feed()).toEqual(before);
  const scheduledFor = new Date(Date.now() + 3_600_000).toISOString();
  await ana.schedule([account], 'Bread', { scheduledFor });
  await stream.untilCount(1);
  expect(stream.events).toEqual((await feed()).slice(before.length));
  await stream.close();
});

itOnce?.(
  'ends a stream after its token has ended, before other streams get their next comment line',
  async () => {
    const other = await newToken();
    const [otherStream, stream] = [
      new FeedReader(await call('/stream')),
      new FeedReader(await call('/stream', {}, other)),
    ];
    await stream.until(() => stream.lastId !== '');
    await ana.client.call('DELETE', `/api/tokens/${other.id}`);
    const ended = stream.ended().then(() => 'ended');
    // A comment line follows 15 seconds after the last line.
    const commented = otherStream.until(() => otherStream.text.includes(': alive')).then(() => 'commented');
    expect(await Promise.race([ended, commented])).toBe('ended');
    await otherStream.close();
    expect((await call('', {}, other)).status).toBe(401);
  },
);

itOnce?.('ends all streams when the product stops, so that they do not delay the stop', async () => {
  const stream = new FeedReader(await call('/stream'));
  await stream.until(() => stream.lastId !== '');
  await Promise.all([product.stop(), stream.ended()]);
  // A stop waits for open requests. Then it breaks their connections.
  expect(stream.isBroken).toBe(false);
  await product.restart();
});
