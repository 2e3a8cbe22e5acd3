import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { categoryOf } from '@posthorn/event-sourcing';
import type { EventStore, NewEvent, Position, StoredEvent } from '@posthorn/event-sourcing/event-store';
import { all, noted } from '../noted.ts';
import type { Scene } from './harness.ts';

const revisions = (events: readonly StoredEvent[]) => events.map(({ revision }) => Number(revision));
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Group 5: reading one stream and the whole log, and positions. */
export function reading(scene: () => Scene, hasEmptyLogs: boolean): void {
  it('reads a missing stream as empty', async () => {
    const { store, name } = scene();
    expect(await all(store.readStream(name('missing')))).toEqual([]);
    expect(await all(store.readStream(name('missing'), { direction: 'backwards', max: 1 }))).toEqual([]);
  });

  it('reads a stream in either direction, from a revision, up to a number, over several pages', async () => {
    const { store, name } = scene();
    const stream = name('pages');
    for (const start of [0, 900, 1800]) {
      const expected = start === 0 ? 'noStream' : BigInt(start - 1);
      await store.append(stream, noted(stream, 900), { expected });
    }
    const read = async (o: Parameters<EventStore['readStream']>[1]) =>
      revisions(await all(store.readStream(stream, o)));
    expect(await read({})).toEqual(range(0, 2699));
    expect(await read({ direction: 'backwards' })).toEqual(range(0, 2699).reverse());
    expect(await read({ from: 1500n })).toEqual(range(1500, 2699));
    expect(await read({ from: 1500n, direction: 'backwards' })).toEqual(range(0, 1500).reverse());
    expect(await read({ from: 10n, max: 3 })).toEqual([10, 11, 12]);
    expect(await read({ direction: 'backwards', max: 2 })).toEqual([2699, 2698]);
    expect(await read({ max: 0 })).toEqual([]);
    expect(await read({ from: 5000n })).toEqual([]);
  });

  it.each([499, 500, 501, 1000])('reads a stream of %i events, around the end of a page', async (count) => {
    const { store, name } = scene();
    const stream = name(`edge-${String(count)}`);
    await store.append(stream, noted(stream, count), { expected: 'noStream' });
    const read = async (o: Parameters<EventStore['readStream']>[1]) =>
      revisions(await all(store.readStream(stream, o)));
    const newestFirst = range(0, count - 1).reverse();
    expect(await read({})).toEqual(range(0, count - 1));
    expect(await read({ direction: 'backwards' })).toEqual(newestFirst);
    for (const max of [1, 499, 500, 501, 1000, 1001])
      expect(await read({ direction: 'backwards', max })).toEqual(newestFirst.slice(0, max));
    expect(await read({ from: 499n, direction: 'backwards', max: 500 })).toEqual(
      range(0, Math.min(499, count - 1)).reverse(),
    );
    expect(await read({ from: BigInt(count) })).toEqual([]);
    expect(await read({ from: 0n, direction: 'backwards' })).toEqual([0]);
  });

  it('still reads after many readers have stopped in the middle of a stream', async () => {
    const { store, name } = scene();
    await store.append(name('left'), noted(name('left'), 500), { expected: 'noStream' });
    for (let turn = 0; turn < 30; turn += 1) {
      for await (const event of store.readStream(name('left'))) if (event.revision === 1n) break;
    }
    expect(await all(store.readStream(name('left'), { max: 1 }))).toHaveLength(1);
  });

  it('reads the log in the order of the appends, after a position, without system events', async () => {
    const { store, name } = scene();
    const before = (await store.head()) ?? undefined;
    const stored: Position[] = [];
    for (let index = 0; index < 30; index += 1) {
      const stream = name(`ordered-${String(index)}`);
      stored.push((await store.append(stream, noted(stream), { expected: 'noStream' })).position);
    }
    const read = async (after: Position | undefined, max?: number) =>
      (await all(store.readAll({ after, ...(max === undefined ? {} : { max }) })))
        .filter(({ stream }) => stream.startsWith(name('ordered-')))
        .map(({ position }) => position);
    expect(await read(before)).toEqual(stored);
    expect([...stored].sort()).toEqual(stored);
    expect(await read(stored[9])).toEqual(stored.slice(10));
    expect(await read(stored[9], 5)).toEqual(stored.slice(10, 15));
    expect(await read(stored.at(-1))).toEqual([]);
    expect(await store.head()).toBe(stored.at(-1));
    const everything = await all(store.readAll({}));
    expect(everything.filter(({ type, stream }) => type.startsWith('$') || stream.startsWith('$'))).toEqual(
      [],
    );
    const positions = everything.map(({ position }) => position);
    expect([...positions].sort()).toEqual(positions);
  });

  it('returns the requested events of each page of the log, and the end of the page', async () => {
    const { store, name } = scene();
    const filter = { categories: [categoryOf(name('x'))], types: ['Noted'] };
    const start = await store.head();
    const [first] = noted(name('wanted'));
    const events = [first, { ...first, id: randomUUID(), type: 'Unwanted' }] as NewEvent[];
    const own = await store.append(name('wanted'), events, { expected: 'noStream' });
    await store.append(`other${name('wanted')}`, noted('other', 3), { expected: 'noStream' });
    const last = await store.append(name('wanted-last'), noted(name('wanted-last')), {
      expected: 'noStream',
    });
    const streams: string[] = [];
    const ends: Position[] = [];
    for (let after = start; ;) {
      const page = await store.readPage({ ...filter, after, max: 2 });
      streams.push(...page.events.map(({ stream, type }) => `${stream} ${type}`));
      if (page.to === null) break;
      ends.push((after = page.to));
    }
    expect(streams).toEqual([`${name('wanted')} Noted`, `${name('wanted-last')} Noted`]);
    expect(ends).toHaveLength(3);
    expect([ends[0], ends[2]]).toEqual([own.position, last.position]);
    const none = { categories: [], types: null, after: last.position, max: 2 };
    expect(await store.readPage(none)).toEqual({ events: [], to: null });
  });

  const onEmptyLogs = hasEmptyLogs ? it : it.skip;
  onEmptyLogs('returns the head of an empty log, and of a log with a single event', async () => {
    const { harness, name } = scene();
    const store = await harness.openEmpty?.();
    if (!store) throw new Error('The harness has no empty log');
    expect(await store.head()).toBeNull();
    expect(await all(store.readAll({}))).toEqual([]);
    const { position } = await store.append(name('x'), noted(name('x')), { expected: 'noStream' });
    expect(await store.head()).toBe(position);
    expect(await all(store.readAll({}))).toHaveLength(1);
    await store.close();
  });

  it('refuses a position of another kind of log', async () => {
    const { store, name } = scene();
    await store.append(name('x'), noted(name('x')), { expected: 'noStream' });
    const own = (await store.head()) ?? ('' as Position);
    const after = (
      own.includes('/') ? '00000000000000000007' : '00000000000000000007/00000000000000000007'
    ) as Position;
    await expect(all(store.readAll({ after }))).rejects.toBeInstanceOf(RangeError);
    const listening = (async () => {
      for await (const event of store.subscribeAll({ after, signal: AbortSignal.timeout(5_000) }))
        return event;
      return null;
    })();
    await expect(listening).rejects.toBeInstanceOf(RangeError);
  });

  it('describes the log in the same way through every adapter', async () => {
    const { store, harness } = scene();
    const other = await harness.open();
    expect(await other.describe()).toEqual(await store.describe());
    await other.close();
  });
}
