import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { constants, type ClientHttp2Stream } from 'node:http2';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { EventStoreDbStore } from './event-store-db.ts';
import { eventStoreContract } from './testing/contract-suite.ts';
import { TestSubscriber, until, type Harness } from './testing/contract/harness.ts';
import { all, noted } from './testing/noted.ts';
import { runClosingProbe } from './testing/run-probe.ts';
import { WireDouble } from './testing/wire-double/wire-double.ts';

jest.setTimeout(60_000);

let double: WireDouble;
const doubles: WireDouble[] = [];
const newDouble = async (...log: ConstructorParameters<typeof WireDouble>) => {
  const started = await new WireDouble(...log).start();
  doubles.push(started);
  return started;
};
beforeAll(async () => {
  double = await newDouble();
});
afterAll(() => {
  for (const each of doubles) each.close();
});

const openStore = async (at: WireDouble, options?: { deadlineMs?: number }) => {
  const store = new EventStoreDbStore(at.url, options);
  await store.identify();
  return store;
};

/** The contract sets no time limits, so a busy machine must not break it. */
const PATIENT = { deadlineMs: 30_000 };

describe('the contract', () => {
  eventStoreContract((): Harness => ({
    open: () => openStore(double, PATIENT),
    openEmpty: async () => openStore(await newDouble(), PATIENT),
    sent: () => double.traffic.events,
    readers: () => Promise.resolve(double.traffic.openReads),
    appendCalls: () => double.calls.append,
  }));
});

describe('faults', () => {
  const nameOf = (append: Promise<unknown>) =>
    append.then(
      () => 'stored',
      (error: unknown) => (error as Error).name,
    );

  it.each([
    ['drop-reply', 1],
    ['silence', 0],
    ['late-silence', 1],
    ['exception', 0],
  ] as const)('reports %s as ambiguous, and a repeated append stores one copy', async (fault, stored) => {
    const store = await openStore(double, { deadlineMs: 200 });
    const stream = `fault-${fault}`;
    const events = noted(stream, 2);
    double.faults.push(fault);
    expect(await nameOf(store.append(stream, events, { expected: 'noStream' }))).toBe('AmbiguousError');
    expect(double.log.streamOf(stream)).toHaveLength(2 * stored);
    // The client may need a moment to reconnect, so the append is repeated until it is stored.
    await until(
      async () => (await nameOf(store.append(stream, events, { expected: 'noStream' }))) === 'stored',
    );
    expect(await all(store.readStream(stream))).toHaveLength(2);
    await store.close();
  });

  it('sends appends to the leader after the first refusal', async () => {
    const leader = await newDouble();
    const follower = await newDouble();
    follower.leader = { host: '127.0.0.1', port: leader.port };
    const store = new EventStoreDbStore(follower.url);
    const events = noted('led-1');
    expect(await nameOf(store.append('led-1', events, { expected: 'noStream' }))).toBe('RetryableError');
    expect(await nameOf(store.append('led-1', events, { expected: 'noStream' }))).toBe('stored');
    expect(leader.log.streamOf('led-1')).toHaveLength(1);
    expect(follower.log.streamOf('led-1')).toHaveLength(0);
    await store.close();
  });

  it('identifies, claims and seals the log at the current leader', async () => {
    const leader = await newDouble();
    const follower = await newDouble();
    follower.leader = { host: '127.0.0.1', port: leader.port };
    const store = new EventStoreDbStore(follower.url);
    const logId = await store.identify();
    await store.claim('here');
    await store.seal();
    expect(await store.describe()).toMatchObject({ logId });
    expect([await store.isClaimed(), await store.isSealed()]).toEqual([true, true]);
    await store.close();
  });

  it('finds the leader by gossip', async () => {
    const leader = await newDouble();
    const follower = await newDouble();
    follower.members = [
      { host: '127.0.0.1', port: follower.port, leader: false },
      { host: '127.0.0.1', port: leader.port, leader: true },
    ];
    const store = new EventStoreDbStore(follower.url.replace('esdb://', 'esdb+discover://'));
    await store.append('gossip-1', noted('gossip-1'), { expected: 'noStream' });
    expect(leader.log.streamOf('gossip-1')).toHaveLength(1);
    await store.close();
  });

  it('uses the new leader when the old one is frozen, for reads, appends and subscriptions', async () => {
    const old = await newDouble();
    const next = await newDouble(old.log);
    const members = (leading: WireDouble) =>
      [old, next].map(({ port }) => ({ host: '127.0.0.1', port, leader: port === leading.port }));
    old.members = next.members = members(old);
    const url = `esdb://127.0.0.1:${String(old.port)},127.0.0.1:${String(next.port)}?tls=false&gossipTimeout=1`;
    const store = new EventStoreDbStore(url, { deadlineMs: 300 });
    const listener = new TestSubscriber(store, 'frozen-');
    const append = (stream: string) => nameOf(store.append(stream, noted(stream), { expected: 'noStream' }));
    expect(await append('frozen-1')).toBe('stored');
    await listener.has(1);
    old.frozen = true;
    next.members = members(next);
    const waiting = all(store.readStream('frozen-1'));
    expect(await append('frozen-2')).toBe('AmbiguousError');
    // Calls that waited for the same node stop waiting.
    await expect(waiting).rejects.toHaveProperty('name', 'RetryableError');
    const third = noted('frozen-3');
    await until(
      async () => (await nameOf(store.append('frozen-3', third, { expected: 'noStream' }))) === 'stored',
    );
    expect(next.log.streamOf('frozen-3')).toHaveLength(1);
    await listener.has(2);
    await listener.stop();
    await store.close();
  });

  it('raises the time limit after each read that was too slow', async () => {
    const own = await newDouble();
    const store = await openStore(own, { deadlineMs: 100 });
    await store.append('slow-1', noted('slow-1'), { expected: 'noStream' });
    own.callDelay = 150;
    const read = () => all(store.readStream('slow-1')).then((events) => events.length === 1);
    await until(() => read().catch(() => false));
    await store.close();
  });

  it('gives up a read when the client finds no node', async () => {
    const own = await newDouble();
    own.frozen = true;
    const store = new EventStoreDbStore(
      `esdb+discover://127.0.0.1:${String(own.port)}?tls=false&gossipTimeout=10`,
      { deadlineMs: 100 },
    );
    await expect(all(store.readStream('lost-1'))).rejects.toHaveProperty('name', 'RetryableError');
    await store.close();
  }, 5_000);

  it('handles the rejection of a failed search for a node', async () => {
    const own = await newDouble();
    const store = new EventStoreDbStore(
      `esdb+discover://127.0.0.1:${String(own.port)}?tls=false&maxDiscoverAttempts=1`,
    );
    const append = (stream: string) => nameOf(store.append(stream, noted(stream), { expected: 'noStream' }));
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    own.faults.push('silence', 'drop-reply');
    const silent = append('search-1');
    await until(() => own.faults.length === 1);
    await append('search-2');
    own.frozen = true;
    const searching = append('search-3');
    await until(() => own.calls.gossip > 1);
    // The first call fails while the third call’s search, which finds no node, still runs.
    own.stop();
    await Promise.all([silent, searching]);
    await new Promise(setImmediate);
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
    await store.close();
  });

  it('reports that nothing was stored when no server listens', async () => {
    const store = new EventStoreDbStore('esdb://127.0.0.1:9?tls=false');
    expect(await nameOf(store.append('lost-1', noted('lost-1'), { expected: 'noStream' }))).toBe(
      'RetryableError',
    );
    await expect(all(store.readStream('lost-1'))).rejects.toHaveProperty('name', 'RetryableError');
    await store.close();
  });

  it('continues at its position after a restart in the middle of a subscription', async () => {
    const own = await newDouble();
    const store = await openStore(own);
    const listener = new TestSubscriber(store, 'restart-');
    for (let index = 0; index < 100; index += 1) {
      const stream = `restart-${String(index)}`;
      const events = noted(stream);
      if (index % 25 === 10) {
        own.stop();
        await own.start();
      }
      await until(
        async () => (await nameOf(store.append(stream, events, { expected: 'noStream' }))) === 'stored',
      );
    }
    await listener.has(100);
    await listener.stop();
    expect(listener.got.map(({ stream }) => stream)).toEqual(
      Array.from({ length: 100 }, (_, index) => `restart-${String(index)}`),
    );
    await store.close();
  });

  it('stores each of many concurrent appends once while the server restarts', async () => {
    const own = await newDouble();
    const store = await openStore(own, { deadlineMs: 1000 });
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    const writers = Array.from({ length: 32 }, async (_, writer) => {
      for (let index = 0; index < 10; index += 1) {
        const stream = `storm-${String(writer)}-${String(index)}`;
        const events = noted(stream);
        await until(async () => {
          const outcome = await nameOf(store.append(stream, events, { expected: 'noStream' }));
          expect(outcome).toMatch(/^(stored|RetryableError|AmbiguousError)$/);
          return outcome === 'stored';
        });
      }
    });
    for (let round = 0; round < 5; round += 1) {
      const before = own.log.length;
      await until(() => own.log.length > before + 20);
      own.stop();
      await own.start();
    }
    await Promise.all(writers);
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
    expect(await all(store.readAll({}))).toHaveLength(320);
    await store.close();
  });

  it('appends to a healthy server while another server fails', async () => {
    const failing = await openStore(await newDouble());
    const healthy = await openStore(double);
    doubles.at(-1)?.stop();
    const append = (store: EventStoreDbStore, stream: string) =>
      nameOf(store.append(stream, noted(stream), { expected: 'noStream' }));
    const outcomes = await Promise.all([append(failing, 'apart-1'), append(healthy, 'apart-2')]);
    expect(outcomes).toEqual([expect.stringMatching(/Error$/), 'stored']);
    await Promise.all([failing.close(), healthy.close()]);
  });

  it('works with a clock that is 11 s behind', async () => {
    const store = await openStore(double);
    jest.useFakeTimers({
      now: Date.now() - 11_000,
      doNotFake: [
        ...([
          'hrtime',
          'nextTick',
          'performance',
          'queueMicrotask',
          'setImmediate',
          'clearImmediate',
        ] as const),
        ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
      ],
    });
    try {
      expect(await nameOf(store.append('clock-1', noted('clock-1'), { expected: 'noStream' }))).toBe(
        'stored',
      );
    } finally {
      jest.useRealTimers();
    }
    await store.close();
  });

  it('gives up a read that gets no response', async () => {
    const own = await newDouble();
    const store = await openStore(own, { deadlineMs: 100 });
    await store.append('slow-1', noted('slow-1'), { expected: 'noStream' });
    own.readDelay = 30_000;
    await expect(all(store.readStream('slow-1'))).rejects.toHaveProperty('name', 'RetryableError');
    own.readDelay = 0;
    expect(await all(store.readStream('slow-1'))).toHaveLength(1);
    await store.close();
  });

  it('distinguishes a tombstoned stream from a missing one', async () => {
    const store = await openStore(double);
    await store.append('buried-1', noted('buried-1'), { expected: 'noStream' });
    double.log.tombstone('buried-1');
    await expect(all(store.readStream('buried-1'))).rejects.toHaveProperty('name', 'StreamDeletedError');
    expect(await nameOf(store.append('buried-1', noted('buried-1'), { expected: 0n }))).toBe(
      'StreamDeletedError',
    );
    await store.close();
  });

  it('never uses the batch call', () => {
    expect(doubles.map(({ calls }) => calls.batchAppend)).toEqual(doubles.map(() => 0));
  });
});

it('does not cancel completed calls, because a server treats many cancellations as an attack', async () => {
  const own = await newDouble();
  const store = await openStore(own, PATIENT);
  await store.append('some', noted('some', 3), { expected: 'noStream' });
  const codes: (number | undefined)[] = [];
  const note = (message: unknown) => codes.push((message as { stream: ClientHttp2Stream }).stream.rstCode);
  subscribe('http2.client.stream.close', note);
  for (const name of ['some', 'nothing', 'nothing']) await all(store.readStream(name));
  await all(store.readStream('some', { direction: 'backwards', max: 2 }));
  await store.append('another', noted('another', 1), { expected: 'noStream' });
  await until(() => codes.length >= 5);
  unsubscribe('http2.client.stream.close', note);
  expect(new Set(codes)).toEqual(new Set([constants.NGHTTP2_NO_ERROR]));
  await store.close();
});
it('receives only the requested events of a long log', async () => {
  const own = await newDouble();
  const store = await openStore(own, PATIENT);
  await store.append('long', noted('long', 500), { expected: 'noStream' });
  const [first, ...next] = await all(store.readAll({ max: 10 }));
  expect([first, ...next].map((event) => event?.revision)).toEqual(
    Array.from({ length: 10 }, (_, at) => BigInt(at)),
  );
  const before = own.traffic.events;
  expect(await all(store.readAll({ ...(first && { after: first.position }), max: 9 }))).toEqual(next);
  // The server also sends the event at the position itself.
  expect(own.traffic.events - before).toBe(10);
  await store.close();
});
it('does not keep a process alive after it was closed', async () => {
  expect(await runClosingProbe(double.url)).toBe('seen 20');
});

describe('the identity', () => {
  it('is assigned only once if several callers identify the log at the same time', async () => {
    const own = await newDouble();
    const stores = Array.from({ length: 4 }, () => new EventStoreDbStore(own.url));
    expect(await stores[0]?.identity()).toBeNull();
    const ids = await Promise.all(stores.map((store) => store.identify()));
    expect(new Set(ids).size).toBe(1);
    expect(await stores[1]?.describe()).toEqual({
      kind: 'eventstoredb',
      logId: ids[0],
      address: `esdb://127.0.0.1:${String(own.port)} (no tls)`,
      epoch: 1,
    });
    expect(await stores[2]?.head()).toBeNull();
    await Promise.all(stores.map((store) => store.close()));
  });
  it('keeps the latest epoch, and does not show it as an event of the log', async () => {
    const own = await newDouble();
    const stores = Array.from({ length: 2 }, () => new EventStoreDbStore(own.url));
    const [one, other] = stores;
    const logId = await one?.identify();
    await Promise.all([one?.beginEpoch(3), other?.beginEpoch(3)]);
    await other?.beginEpoch(2);
    expect(await one?.describe()).toMatchObject({ logId, epoch: 3 });
    expect(await one?.identity()).toBe(logId);
    expect(await other?.head()).toBeNull();
    await Promise.all(stores.map((store) => store.close()));
  });
});
