import { expect, it } from '@jest/globals';
import { runInLane } from '#infrastructure/database/fair-queue.ts';
import { StartGate } from './start-gate.ts';

const WITHIN = 5_000;
const openGate = () => new StartGate({ warn: () => undefined });
const note = (gate: StartGate, took: number, extra: { enteredAt?: number; isLate?: boolean } = {}) => {
  gate.noteStart({ took, within: WITHIN, enteredAt: performance.now(), isLate: false, ...extra });
};
const times = (count: number, work: () => void) => {
  for (let each = 0; each < count; each += 1) work();
};

/** Starts work by name; the spec ends each piece of work. */
function works(gate: StartGate) {
  const inside: string[] = [];
  const ends = new Map<string, () => void>();
  const all: Promise<void>[] = [];
  const begin = (name: string, stage: 'load' | 'start', line = '') => {
    const work = () =>
      new Promise<void>((resolve) => {
        inside.push(name);
        ends.set(name, resolve);
      });
    all.push(runInLane(line, () => gate.admit(stage, work)));
  };
  /** Ends a piece of work and waits until the gate has admitted the next one. With an empty name, it only waits. */
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { inside, begin, end };
}

it('admits a limited number of effects at a time, and first the attempts that are about to begin', async () => {
  const gate = openGate();
  const { inside, begin, end } = works(gate);
  for (let each = 0; each < gate.limit; each += 1) begin(`l${String(each)}`, 'load');
  begin('later', 'load');
  begin('attempt', 'start');
  await end('');
  expect(inside).toHaveLength(gate.limit);
  await end('l0');
  expect(inside.at(-1)).toBe('attempt');
  await end('l1');
  expect(inside.at(-1)).toBe('later');
});
it('admits the kinds of work in turn', async () => {
  const gate = openGate();
  const { inside, begin, end } = works(gate);
  for (let each = 0; each < gate.limit; each += 1) begin(`l${String(each)}`, 'load');
  for (const name of ['post 1', 'post 2', 'post 3']) begin(name, 'load', 'posts');
  begin('reply 1', 'load', 'replies');
  await end('');
  for (const name of ['l0', 'l1', 'l2', 'l3']) await end(name);
  expect(inside.slice(-4)).toEqual(['post 1', 'reply 1', 'post 2', 'post 3']);
});
it('admits the next effect after one that failed', async () => {
  const gate = openGate();
  for (let each = 0; each < 3 * gate.limit; each += 1)
    await expect(gate.admit('load', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
});
it('doubles its limit while attempts begin quickly, up to what all slots need', () => {
  const gate = openGate();
  const before = gate.limit;
  times(before, () => {
    note(gate, 100);
  });
  expect(gate.limit).toBe(2 * before);
  times(3_000, () => {
    note(gate, 100);
  });
  expect(gate.limit).toBe(384);
  expect(gate.slots).toBe(Number.POSITIVE_INFINITY);
});
it('halves its limit after a slow or late attempt, once for all that had begun together, and then grows slowly', () => {
  const gate = openGate();
  times(100, () => {
    note(gate, 100);
  });
  const before = gate.limit;
  const enteredAt = performance.now();
  times(10, () => {
    note(gate, 6_000, { enteredAt, isLate: true });
  });
  expect(gate.limit).toBe(before / 2);
  note(gate, 3_000);
  expect(gate.limit).toBe(before / 4);
  // Neither quick nor slow.
  times(100, () => {
    note(gate, 1_500);
  });
  expect(gate.limit).toBe(before / 4);
  times(before / 4, () => {
    note(gate, 100);
  });
  expect(gate.limit).toBe(before / 4 + 1);
});
it('still allows one attempt at a time, and some slots for calls, if everything is slow', () => {
  const gate = openGate();
  times(20, () => {
    note(gate, 9_000, { isLate: true });
  });
  expect([gate.limit, gate.slots]).toEqual([1, 4]);
});
