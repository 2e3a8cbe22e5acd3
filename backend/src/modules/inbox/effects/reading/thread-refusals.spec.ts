import { expect, it } from '@jest/globals';
import { commonRefusal, type ThreadState } from './thread-refusals.ts';

const at = (minute: number) => `2030-01-01T12:0${String(minute)}:00.000Z`;
const NEVER: ThreadState = { readAt: null, refusedSince: null, refusedFor: null };
const read = (minute: number): ThreadState => ({ ...NEVER, readAt: at(minute) });
const refused = (minute: number, refusedFor = 'rejected'): ThreadState => ({
  ...NEVER,
  refusedSince: at(minute),
  refusedFor,
});

it.each<[string, readonly ThreadState[], string | null]>([
  ['without threads: no problem', [], null],
  ['with one refused thread of two: no problem', [refused(1), NEVER], null],
  ['with two refusals before a successful reading: no problem', [refused(1), refused(2), read(3)], null],
  ['with one refusal since a successful reading: no problem', [refused(1), read(2), refused(3)], null],
  ['whose only thread was refused: its reason', [refused(1)], 'rejected'],
  [
    'with two refusals since a successful reading: the last reason',
    [refused(3, 'server'), read(1), refused(2)],
    'server',
  ],
])('finds the problem of an account %s', (_, threads, reason) => {
  expect(commonRefusal(threads)).toBe(reason);
});
