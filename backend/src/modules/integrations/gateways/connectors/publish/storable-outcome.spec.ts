import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { storableOutcome } from './storable-outcome.ts';

it('does not change a storable outcome', () => {
  const outcome = { kind: 'published', remoteId: '42', permalink: 'https://social.test/42?a=👍' };
  expect(storableOutcome(outcome)).toEqual(outcome);
  const pending = { kind: 'postponed', reason: 'rate-limit', words: null, until: '2030-01-01T00:00:00.000Z' };
  expect(storableOutcome(pending)).toEqual(pending);
});

it('replaces characters that no log can store, and keeps the rest of the text', () => {
  expect(storableOutcome({ kind: 'refused', words: 'a\0b \ud83d c 👍' })).toEqual({
    kind: 'refused',
    words: 'a\ufffdb \ufffd c 👍',
  });
});

it('cuts texts that are too long for an event, and drops a URL that would be cut', () => {
  const long = '👍'.repeat(3000);
  const outcome = storableOutcome({ kind: 'published', remoteId: long, permalink: long, words: long });
  expect(Buffer.byteLength(outcome.remoteId)).toBe(1000);
  expect(outcome.permalink).toBeNull();
  expect(Array.from(outcome.words)).toHaveLength(500);
});

it('makes any text storable', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (id, words) => {
      const text = JSON.stringify(
        storableOutcome({ kind: 'refused', remoteId: `${id}\ud800`, words, more: { [id]: words } }),
      );
      expect(text).not.toMatch(/\\u0000|\\ud[89a-f]/iu);
    }),
  );
});
