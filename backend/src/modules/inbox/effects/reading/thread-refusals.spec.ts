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
  ['nothing by no thread', [], null],
  ['nothing by one thread of two', [refused(1), NEVER], null],
  ['nothing by two before one was read', [refused(1), refused(2), read(3)], null],
  ['nothing by one since one was read', [refused(1), read(2), refused(3)], null],
  ['a reason by the only thread', [refused(1)], 'rejected'],
  ['the last reason by two since one was read', [refused(3, 'server'), read(1), refused(2)], 'server'],
])('derives for an account %s', (_, threads, reason) => {
  expect(commonRefusal(threads)).toBe(reason);
});
