import { expect, it } from '@jest/globals';
import { authorHandle, authorName, commentText, instantOf } from './comment-texts.ts';

it('keeps the lines of a comment, replaces characters that the log cannot store, and cuts long comments', () => {
  expect(commentText(' one\r\ntwo\tthree\0\u0007\ud83d ')).toBe('one\ntwo three\ufffd\ufffd');
  expect(Array.from(commentText('👍'.repeat(30_000)))).toHaveLength(20_000);
});

it('returns a name as one safe line, or null if no character is visible; a handle has a substitute instead', () => {
  expect(authorName('Ana\n\u202eBakery')).toBe('Ana Bakery');
  expect([authorName(null), authorName(' \u200b ')]).toEqual([null, null]);
  expect([authorHandle('@ana', 'id'), authorHandle('', 'id')]).toEqual(['ana', 'id']);
});

it('reads a time in any time zone, and returns null for other texts', () => {
  expect(instantOf('2030-01-01T13:00:00+01:00')).toBe('2030-01-01T12:00:00.000Z');
  expect([instantOf('soon'), instantOf(null)]).toEqual([null, null]);
});
