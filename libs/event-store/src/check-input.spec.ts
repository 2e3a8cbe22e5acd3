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

const holding = (data: unknown, over: Partial<NewEvent> = {}): NewEvent => ({
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
  ...over,
});
const cycle: Record<string, unknown> = {};
cycle['self'] = { cycle };
const deep = JSON.parse(`${'['.repeat(300)}${']'.repeat(300)}`) as unknown;

it.each([
  ['a BigInt', holding({ n: 1n })],
  ['a cycle', holding(cycle)],
  ['U+0000 in a value', holding({ text: 'a\u0000b' })],
  ['U+0000 in a key', holding({ 'a\u0000b': 1 })],
  ['half a surrogate pair', holding({ text: '\ud800' })],
  ['half a surrogate pair in a key', holding({ '\udc00': 1 })],
  ['not a number', holding({ n: NaN })],
  ['a date', holding({ at: new Date(0) })],
  ['a map', holding({ map: new Map() })],
  ['a function', holding({ f: () => 1 })],
  ['an undefined list item', holding({ list: [undefined] })],
  ['300 levels', holding({ deep })],
  ['a type of the server', holding({}, { type: '$>' })],
  ['an empty type', holding({}, { type: '' })],
  ['an id that is no UUID', holding({}, { id: 'one' })],
  ['an id in upper case', holding({}, { id: randomUUID().toUpperCase() })],
])('refuses %s', (_, event) => {
  expect(() => checkInput('post-1', [event])).toThrow(NotStorableError);
});

it.each(['$all', '', 'log-identity', 'a\u0000b', '\ud800'])('refuses the stream name %j', (stream) => {
  expect(() => checkInput(stream, [holding({})])).toThrow(NotStorableError);
});

it('refuses an empty append and one that holds an id twice', () => {
  const event = holding({});
  expect(() => checkInput('post-1', [])).toThrow(NotStorableError);
  expect(() => checkInput('post-1', [event, event])).toThrow(NotStorableError);
});

it('accepts 900 kB and refuses one byte more', () => {
  const bare = appendBytes(checkInput('post-1', [holding({ text: '' })]));
  const full = 'x'.repeat(APPEND_MAX_BYTES - bare);
  expect(checkInput('post-1', [holding({ text: full })])).toHaveLength(1);
  expect(() => checkInput('post-1', [holding({ text: `${full}x` })])).toThrow(TooLargeError);
});

it('accepts what JSON can carry: the same object twice, whole emoji, undefined fields left out', () => {
  const shared = { a: 1 };
  const [event] = checkInput('post-😀', [holding({ x: shared, y: shared, z: '😀', gone: undefined })]);
  expect(event?.data).toBe('{"x":{"a":1},"y":{"a":1},"z":"😀"}');
});

it('sends nothing after the caller gave up', () => {
  expect(() => checkInput('post-1', [holding({})], AbortSignal.abort())).toThrow(RetryableError);
});
