import { expect, it } from '@jest/globals';
import { runInLane } from '#infrastructure/database/fair-queue.ts';
import { StartGate } from './start-gate.ts';

const WITHIN = 5_000;
const gate = () => new StartGate({ warn: () => undefined });
const note = (of: StartGate, took: number, more: { enteredAt?: number; isLate?: boolean } = {}) => {
  of.noteStart({ took, within: WITHIN, enteredAt: performance.now(), isLate: false, ...more });
};
const times = (count: number, work: () => void) => {
  for (let each = 0; each < count; each += 1) work();
};

/** Starts work by name; the spec ends each piece of work. */
function works(of: StartGate) {
  const inside: string[] = [];
  const ends = new Map<string, () => void>();
  const all: Promise<void>[] = [];
  const begin = (name: string, stage: 'load' | 'start', line = '') => {
    const work = () =>
      new Promise<void>((resolve) => {
        inside.push(name);
        ends.set(name, resolve);
      });
    all.push(runInLane(line, () => of.through(stage, work)));
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { inside, begin, end };
}

it('admits a limited number of effects at a time, and first the attempts that are about to begin', async () => {
  const of = gate();
  const { inside, begin, end } = works(of);
  for (let each = 0; each < of.limit; each += 1) begin(`l${String(each)}`, 'load');
  begin('later', 'load');
  begin('attempt', 'start');
  await end('');
  expect(inside).toHaveLength(of.limit);
  await end('l0');
  expect(inside.at(-1)).toBe('attempt');
  await end('l1');
  expect(inside.at(-1)).toBe('later');
});
it('admits the kinds of work in turn', async () => {
  const of = gate();
  const { inside, begin, end } = works(of);
  for (let each = 0; each < of.limit; each += 1) begin(`l${String(each)}`, 'load');
  for (const name of ['post 1', 'post 2', 'post 3']) begin(name, 'load', 'posts');
  begin('reply 1', 'load', 'replies');
  await end('');
  for (const name of ['l0', 'l1', 'l2', 'l3']) await end(name);
  expect(inside.slice(-4)).toEqual(['post 1', 'reply 1', 'post 2', 'post 3']);
});
it('admits the next effect after one that failed', async () => {
  const of = gate();
  for (let each = 0; each < 3 * of.limit; each += 1)
    await expect(of.through('load', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
});
it('doubles its limit while attempts begin quickly, up to what all slots need', () => {
  const of = gate();
  const before = of.limit;
  times(before, () => {
    note(of, 100);
  });
  expect(of.limit).toBe(2 * before);
  times(3_000, () => {
    note(of, 100);
  });
  expect(of.limit).toBe(384);
  expect(of.slots).toBe(Number.POSITIVE_INFINITY);
});
it('halves its limit after a slow or late attempt, once for all that had begun together, and then grows slowly', () => {
  const of = gate();
  times(100, () => {
    note(of, 100);
  });
  const before = of.limit;
  const enteredAt = performance.now();
  times(10, () => {
    note(of, 6_000, { enteredAt, isLate: true });
  });
  expect(of.limit).toBe(before / 2);
  note(of, 3_000);
  expect(of.limit).toBe(before / 4);
  // Neither quick nor slow.
  times(100, () => {
    note(of, 1_500);
  });
  expect(of.limit).toBe(before / 4);
  times(before / 4, () => {
    note(of, 100);
  });
  expect(of.limit).toBe(before / 4 + 1);
});
it('still allows one attempt at a time, and some slots for calls, if everything is slow', () => {
  const of = gate();
  times(20, () => {
    note(of, 9_000, { isLate: true });
  });
  expect([of.limit, of.slots]).toEqual([1, 4]);
});
