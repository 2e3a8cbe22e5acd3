import { expect, it } from '@jest/globals';
import { bottleneckOf, type Load } from './bottleneck.ts';

const calm: Load = {
  cores: 2,
  machine: 0.6,
  threads: { worker: 0.3, projector: 0.1 },
  held: { platform: 'threads', rows: 4, of: 32 },
  waits: { 'Lock:advisory': 0.1 },
};

it('names a busy machine before the parts that are slow because of it', () => {
  expect(bottleneckOf({ ...calm, machine: 1.9, threads: { worker: 0.95 } })).toBe(
    'the cores of this machine (1.9 of 2)',
  );
});

it('names the process whose one thread is always busy', () => {
  expect(bottleneckOf({ ...calm, threads: { worker: 0.4, 'event log': 0.97 } })).toBe(
    'one thread of event log (1.0 of a core)',
  );
});

it('names the platform whose slots are all in use', () => {
  expect(bottleneckOf({ ...calm, held: { platform: 'threads', rows: 31, of: 32 } })).toBe(
    'slots of threads (31.0 of 32)',
  );
});

it('names the wait of the database sessions, in plain words where possible', () => {
  expect(bottleneckOf({ ...calm, waits: { 'Lock:advisory': 2.2, 'IO:WalSync': 1 } })).toBe(
    'the lock of appends (2.2 sessions wait)',
  );
  expect(bottleneckOf({ ...calm, waits: { 'LWLock:LockManager': 3 } })).toBe(
    'LWLock:LockManager (3.0 sessions wait)',
  );
});

it('reports when nothing is used up', () => {
  expect(bottleneckOf(calm)).toBe('nothing is used up (0.6 of 2 cores): each target waits for its own steps');
});
