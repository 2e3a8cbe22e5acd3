import { expect, it } from '@jest/globals';
import { ConcurrencyError, type Expected } from '@posthorn/event-sourcing/event-store';
import { all, noted } from '../noted.ts';
import type { Scene } from './harness.ts';

/** Groups 1 to 3: appending, conflicts, repeats. */
export function appending(scene: () => Scene): void {
  it('starts a stream at revision 0', async () => {
    const { store, name } = scene();
    const stored = await store.append(name('new'), noted(name('new')), { expected: 'noStream' });
    expect(stored.revision).toBe(0n);
    expect((await all(store.readStream(name('new'))))[0]?.position).toBe(stored.position);
  });

  it('appends at the exact revision, and keeps the events of one append together', async () => {
    const { store, name } = scene();
    const stream = name('exact');
    await store.append(stream, noted(stream), { expected: 'noStream' });
    const events = noted(stream, 3);
    const stored = await store.append(stream, events, { expected: 0n });
    expect(stored.revision).toBe(3n);
    const history = await all(store.readStream(stream));
    expect(history.map(({ revision }) => revision)).toEqual([0n, 1n, 2n, 3n]);
    expect(history.slice(1).map(({ id }) => id)).toEqual(events.map(({ id }) => id));
    expect(history.at(-1)?.position).toBe(stored.position);
  });

  it('stores 1,000 events in one append', async () => {
    const { store, name } = scene();
    const stream = name('thousand');
    expect((await store.append(stream, noted(stream, 1000), { expected: 'noStream' })).revision).toBe(999n);
    expect(await all(store.readStream(stream))).toHaveLength(1000);
  });

  it.each<[string, number, Expected, Expected]>([
    ['behind the stream', 3, 0n, 2n],
    ['ahead of the stream', 1, 5n, 0n],
    ['ahead of a missing stream', 0, 5n, 'noStream'],
    ['for a new stream when the stream exists', 2, 'noStream', 1n],
  ])(
    'refuses an append %s, reports the actual revision, and stores nothing',
    async (title, count, expected, actual) => {
      const { store, name } = scene();
      const stream = name(title);
      if (count > 0) await store.append(stream, noted(stream, count), { expected: 'noStream' });
      const refused = store.append(stream, noted(stream, 2), { expected });
      await expect(refused).rejects.toBeInstanceOf(ConcurrencyError);
      await expect(refused).rejects.toMatchObject({ stream, actual });
      expect(await all(store.readStream(stream))).toHaveLength(count);
    },
  );

  it('lets exactly one of many racing writers win each revision', async () => {
    const { store, name } = scene();
    const stream = name('race');
    for (const expected of ['noStream', 0n, 1n] as const) {
      const races = Array.from({ length: 200 }, () => store.append(stream, noted(stream), { expected }));
      const outcomes = await Promise.allSettled(races);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(ConcurrencyError);
      }
    }
    expect(await all(store.readStream(stream))).toHaveLength(3);
  });

  it('returns the first result for a repeated append, and stores one copy, even after later appends', async () => {
    const { store, name, harness } = scene();
    const stream = name('repeat');
    const first = noted(stream, 2);
    const second = noted(stream, 2);
    const atFirst = await store.append(stream, first, { expected: 'noStream' });
    const atSecond = await store.append(stream, second, { expected: 1n });
    await store.append(stream, noted(stream), { expected: 3n });
    expect(await store.append(stream, first, { expected: 'noStream' })).toEqual(atFirst);
    const other = await harness.open();
    expect(await other.append(stream, second, { expected: 1n })).toEqual(atSecond);
    await other.close();
    expect(await all(store.readStream(stream))).toHaveLength(5);
  });

  it('reports a conflict for known ids followed by a new id', async () => {
    const { store, name } = scene();
    const stream = name('half');
    const [known] = noted(stream);
    if (!known) throw new Error('`noted` returned no event');
    await store.append(stream, [known], { expected: 'noStream' });
    const mixed = store.append(stream, [known, ...noted(stream)], { expected: 'noStream' });
    await expect(mixed).rejects.toMatchObject({ name: 'ConcurrencyError', actual: 0n });
  });

  it('stores an event again when its id is known only in another stream', async () => {
    const { store, name } = scene();
    const events = noted(name('one'));
    await store.append(name('one'), events, { expected: 'noStream' });
    await store.append(name('other'), events, { expected: 'noStream' });
    expect(await all(store.readStream(name('other')))).toHaveLength(1);
  });
}
