import { expect, it } from '@jest/globals';
import type { EventStore } from '@posthorn/event-sourcing/event-store';
import { all, noted } from '../noted.ts';
import { TestSubscriber, until, type Scene } from './harness.ts';

const append = (store: EventStore, stream: string) =>
  store.append(stream, noted(stream), { expected: 'noStream' });

/** Group 6: subscriptions, which catch up and then deliver new events. */
export function subscribing(scene: () => Scene): void {
  it('catches up, reports this once, and then delivers new events in order', async () => {
    const { store, name } = scene();
    const before = (await store.head()) ?? undefined;
    for (let index = 0; index < 20; index += 1) await append(store, name(`live-${String(index)}`));
    const listener = new TestSubscriber(store, name('live-'), before);
    await until(() => listener.caughtUp > 0);
    expect(listener.got).toHaveLength(20);
    for (let index = 20; index < 40; index += 1) await append(store, name(`live-${String(index)}`));
    await listener.has(40);
    await listener.stop();
    expect(listener.got.map(({ stream }) => stream)).toEqual(
      Array.from({ length: 40 }, (_, index) => name(`live-${String(index)}`)),
    );
    expect(listener.caughtUp).toBe(1);
  });

  it('neither skips nor repeats an event when it continues after a position', async () => {
    const { store, name } = scene();
    const first = await append(store, name('resume-0'));
    await append(store, name('resume-1'));
    const listener = new TestSubscriber(store, name('resume-'), first.position);
    await until(() => listener.caughtUp > 0);
    await append(store, name('resume-2'));
    await listener.has(2);
    await listener.stop();
    expect(listener.got.map(({ stream }) => stream)).toEqual([name('resume-1'), name('resume-2')]);
  });

  it('delivers each event of 16 writers once and in order', async () => {
    const { store, name, harness } = scene();
    const before = (await store.head()) ?? undefined;
    const other = await harness.open();
    const listener = new TestSubscriber(other, name('many-'), before);
    const writers = Array.from({ length: 16 }, async (_, writer) => {
      for (let index = 0; index < 25; index += 1) {
        await append(store, name(`many-${String(writer)}-${String(index)}`));
      }
    });
    await Promise.all(writers);
    await listener.has(400);
    await listener.stop();
    await other.close();
    const positions = listener.got.map(({ position }) => position);
    expect(new Set(positions).size).toBe(400);
    expect(positions).toEqual([...positions].sort());
  });

  it('does not send many events ahead of a slow consumer', async () => {
    const { store, name, harness } = scene();
    const before = (await store.head()) ?? undefined;
    const stream = name('slow');
    const total = 3000;
    for (let start = 0; start < total; start += 300) {
      const events = noted(stream, 300, null, () => ({ text: 'x'.repeat(2500) }));
      await store.append(stream, events, { expected: start === 0 ? 'noStream' : BigInt(start - 1) });
    }
    const sent = harness.sent?.();
    const stop = new AbortController();
    let got = 0;
    for await (const event of store.subscribeAll({ after: before, signal: stop.signal })) {
      expect(event.revision).toBe(BigInt(got));
      got += 1;
      if (got > 1) break;
      // Enough turns for the log to send everything if there were no backpressure.
      for (let turn = 0; turn < 50; turn += 1) await all(store.readStream(name('none')));
      if (sent !== undefined && harness.sent) expect(harness.sent() - sent).toBeLessThan(total / 2);
    }
    stop.abort();
  });

  it('serves two subscribers independently', async () => {
    const { store, name } = scene();
    const before = (await store.head()) ?? undefined;
    const [one, two] = [
      new TestSubscriber(store, name('two-'), before),
      new TestSubscriber(store, name('two-'), before),
    ];
    await append(store, name('two-0'));
    await Promise.all([one.has(1), two.has(1)]);
    await one.stop();
    await append(store, name('two-1'));
    await two.has(2);
    await two.stop();
    expect([one.got.length, two.got.length]).toEqual([1, 2]);
  });

  it('closes the calls of a subscription whose signal aborts or was already aborted', async () => {
    const { store, name, harness } = scene();
    const idle = await harness.readers?.();
    const listener = new TestSubscriber(store, name('free-'), (await store.head()) ?? undefined);
    await until(() => listener.caughtUp > 0);
    await listener.stop();
    for await (const event of store.subscribeAll({ signal: AbortSignal.abort() })) throw new Error(event.id);
    // The subscription of the previous case may still have been closing when `idle` was counted.
    await until(async () => ((await harness.readers?.()) ?? 0) <= (idle ?? 0));
  });
}
