import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import {
  NotStorableError,
  RetryableError,
  TooLargeError,
  type JsonObject,
  type NewEvent,
} from '@posthorn/event-sourcing/event-store';
import { APPEND_MAX_BYTES, appendBytes, checkInput } from './check-input.ts';

const eventWith = (data: unknown, overrides: Partial<NewEvent> = {}): NewEvent => ({
  id: randomUUID(),
  type: 'Noted',
  data: data as JsonObject,
  meta: {
    actor: { kind: 'system', id: 'spec' },
    correlationId: 'c',
    causationId: 'c',
    schema: 1,
    at: '2026-01-01T00:00:00.000Z',
    chain: 'none',
  },
  ...overrides,
});
const cycle: Record<string, unknown> = {};
cycle['self'] = { cycle };
const deep = JSON.parse(`${'['.repeat(300)}${']'.repeat(300)}`) as unknown;

it.each([
  ['a BigInt', eventWith({ n: 1n })],
  ['a cycle', eventWith(cycle)],
  ['U+0000 in a value', eventWith({ text: 'a\u0000b' })],
  ['U+0000 in a key', eventWith({ 'a\u0000b': 1 })],
  ['half a surrogate pair', eventWith({ text: '\ud800' })],
  ['half a surrogate pair in a key', eventWith({ '\udc00': 1 })],
  ['not a number', eventWith({ n: NaN })],
  ['a date', eventWith({ at: new Date(0) })],
  ['a map', eventWith({ map: new Map() })],
  ['a function', eventWith({ f: () => 1 })],
  ['an undefined list item', eventWith({ list: [undefined] })],
  ['300 levels', eventWith({ deep })],
  ['a type that begins with $, as those of the server', eventWith({}, { type: '$>' })],
  ['an empty type', eventWith({}, { type: '' })],
  ['an id that is not a UUID', eventWith({}, { id: 'one' })],
  ['an id in upper case', eventWith({}, { id: randomUUID().toUpperCase() })],
])('refuses %s', (_, event) => {
  expect(() => checkInput('post-1', [event])).toThrow(NotStorableError);
});

it.each(['$all', '', 'log-identity', 'a\u0000b', '\ud800'])('refuses the stream name %j', (stream) => {
  expect(() => checkInput(stream, [eventWith({})])).toThrow(NotStorableError);
});

it('refuses an empty append, and an append with the same id twice', () => {
  const event = eventWith({});
  expect(() => checkInput('post-1', [])).toThrow(NotStorableError);
  expect(() => checkInput('post-1', [event, event])).toThrow(NotStorableError);
});

it('accepts 900 kB and refuses one byte more', () => {
  const emptyBytes = appendBytes(checkInput('post-1', [eventWith({ text: '' })]));
  const full = 'x'.repeat(APPEND_MAX_BYTES - emptyBytes);
  expect(checkInput('post-1', [eventWith({ text: full })])).toHaveLength(1);
  expect(() => checkInput('post-1', [eventWith({ text: `${full}x` })])).toThrow(TooLargeError);
});

it('accepts the same object twice, whole emoji, and undefined fields, which it leaves out', () => {
  const shared = { a: 1 };
  const [event] = checkInput('post-😀', [eventWith({ x: shared, y: shared, z: '😀', gone: undefined })]);
  expect(event?.data).toBe('{"x":{"a":1},"y":{"a":1},"z":"😀"}');
});

it('refuses an append whose signal was already aborted', () => {
  expect(() => checkInput('post-1', [eventWith({})], AbortSignal.abort())).toThrow(RetryableError);
});
