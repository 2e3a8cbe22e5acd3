import { expect, it } from '@jest/globals';
import {
  AUTO_REPLIES_MAX,
  autoReplyId,
  autoReplyStream,
  release,
  reserve,
  whyNoPlace,
  type AutoReplies,
} from './auto-reply.ts';

const { initial, evolve } = autoReplyStream;
const now = new Date('2026-11-21T12:00:00.000Z');
const place = (number: number, authorMac = `mac-${String(number)}`) => ({
  postId: 7,
  accountId: 3,
  ownerId: 'ana',
  commentId: number,
  replyId: `r${String(number)}`,
  authorMac,
});
const withPlace = (replies: AutoReplies, number: number, authorMac?: string) =>
  reserve(replies, place(number, authorMac), now).reduce(evolve, replies);

it('reserves one place for each person', () => {
  const one = withPlace(initial, 1, 'bo');
  expect(reserve(one, place(1, 'bo'), now)).toEqual([]);
  expect(whyNoPlace(one, place(1, 'bo'))).toBeNull();
  expect(reserve(one, place(2, 'bo'), now)).toEqual([]);
  expect(whyNoPlace(one, place(2, 'bo'))).toBe('author');
});

it('does not reserve a place beyond the limit, and reserves a released place again', () => {
  const full = Array.from({ length: AUTO_REPLIES_MAX }, (_, index) => index).reduce(
    (replies, number) => withPlace(replies, number),
    initial,
  );
  expect(whyNoPlace(full, place(99))).toBe('publication');
  expect(reserve(full, place(99), now)).toEqual([]);
  const { authorMac, ...first } = place(0);
  expect(authorMac).toBe('mac-0');
  const freed = release(full, first, now).reduce(evolve, full);
  expect(release(freed, first, now)).toEqual([]);
  expect(withPlace(freed, 99).places).toHaveLength(AUTO_REPLIES_MAX);
});

it('has one stream for each publication', () => {
  expect(autoReplyId(7, 3)).toBe('7-3');
});
