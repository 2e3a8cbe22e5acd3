import { DAY_MS } from '@posthorn/contracts/shared/durations';
import { expect, it } from '@jest/globals';
import type { Comment } from './comment.ts';
import {
  expireComment,
  hasReturned,
  recordComment,
  recordCommentGone,
  recordOwnReply,
  type OwnReplyOnPlatform,
} from './comment-recording.ts';
import {
  at,
  done,
  edited,
  id,
  now,
  refused,
  requested,
  seen,
  settled,
  sighting,
  started,
  story,
  timedOut,
  typesOf,
} from './testing/comment-samples.ts';

const goneAt = (seconds: number) => (comment: Comment) =>
  recordCommentGone(comment, id, { by: 'platform', seenAt: at(seconds) });
const ownReplyWith = (changes: Partial<OwnReplyOnPlatform> = {}): OwnReplyOnPlatform => ({
  remoteId: '42',
  text: 'Thank  you!',
  createdAt: at(21),
  permalink: null,
  seenAt: at(40),
  ...changes,
});

it('records a comment once, however often readings find it', () => {
  expect(typesOf(seen()(story()))).toEqual(['CommentReceived']);
  expect(story(seen())).toMatchObject({ status: 'new', seen: { textMac: 'mac-Nice!' } });
  expect(seen(60)(story(seen()))).toEqual([]);
});

it('marks an old comment as read, and a comment that its platform hides as hidden', () => {
  expect(story(seen(0, { isBacklog: true }))).toMatchObject({ status: 'read', isBacklog: true });
  const hidden = story(seen(0, { hidden: true }));
  expect(hidden).toMatchObject({ hidden: 'platform', isHiddenThere: true });
});

it('records an edit, and ignores an older version of the text', () => {
  const byDate = story(seen(), (comment) => recordComment(comment, id, edited('Nicer!', 30, at(20)), null));
  expect(byDate.seen).toMatchObject({ textMac: 'mac-Nicer!', isEdited: true });
  expect(recordComment(byDate, id, sighting(60), null)).toEqual([]);
  const byReading = story(seen(10), (comment) => recordComment(comment, id, edited('Nicer!', 30), null));
  expect(recordComment(byReading, id, sighting(20), null)).toEqual([]);
  expect(typesOf(recordComment(byReading, id, sighting(40), null))).toEqual(['CommentEdited']);
});

it('records from time to time that a comment still exists, if retention requires it', () => {
  const comment = story(seen());
  const eventsAfterDays = (days: number) =>
    recordComment(comment, id, sighting((days * DAY_MS) / 1000), 30 * DAY_MS);
  expect(eventsAfterDays(7)).toEqual([]);
  expect(typesOf(eventsAfterDays(8))).toEqual(['CommentSeenAgain']);
  expect(recordComment(comment, id, sighting(1e6), null)).toEqual([]);
});

it('deletes a recorded comment once, permanently', () => {
  expect(goneAt(5)(story())).toEqual([]);
  const deleted = story(seen(), goneAt(5));
  expect(deleted.gone).toBe('platform');
  expect([...goneAt(9)(deleted), ...seen(60)(deleted), ...expireComment(deleted, id, now(60))]).toEqual([]);
  expect(recordComment(deleted, id, edited('Nicer!', 60), null)).toEqual([]);
});

it.each([
  ['a list shows it an hour later', { source: 'thread' }, 3_605, true],
  ['a list shows it within the hour, when lists may be outdated', { source: 'news' }, 3_604, false],
  ['the platform only shows it by its id', { source: 'one' }, 90_000, false],
] as const)('knows whether a deletion was an error: %s', (_, how, seconds, expected) => {
  const deleted = story(seen(), goneAt(5));
  expect(hasReturned(deleted, 'mastodon', sighting(seconds, how))).toBe(expected);
});
it('never takes back a removal by the owner, an expiry, or a deletion where words may not be kept', () => {
  const listed = sighting(90_000, { source: 'thread' });
  const byOwner = story(seen(), (comment) => recordCommentGone(comment, id, { by: 'owner', seenAt: at(5) }));
  const expired = story(seen(), (comment) => expireComment(comment, id, now(4)), goneAt(5));
  const deleted = story(seen(), goneAt(5));
  expect([byOwner, expired].map((comment) => hasReturned(comment, 'mastodon', listed))).toEqual([
    false,
    false,
  ]);
  expect(hasReturned(deleted, 'linkedin', listed)).toBe(false);
  expect(hasReturned(story(seen()), 'mastodon', listed)).toBe(false);
});

it('expires a comment once, and does not edit it afterwards', () => {
  const expired = story(seen(), (comment) => expireComment(comment, id, now(60)));
  expect(expired.isExpired).toBe(true);
  expect(expireComment(expired, id, now(61))).toEqual([]);
  expect(recordComment(expired, id, edited('Nicer!', 70), null)).toEqual([]);
  expect(typesOf(goneAt(80)(expired))).toEqual(['CommentDeleted']);
});

it('follows the platform when it hides or shows a comment, and ignores an older snapshot', () => {
  const hidden = story(seen(), seen(10, { hidden: true }));
  expect(hidden.hidden).toBe('platform');
  expect(seen(5, { hidden: false })(hidden)).toEqual([]);
  expect(typesOf(seen(20, { hidden: false })(hidden))).toEqual(['CommentUnhidden']);
});

it('cancels an unsent reply when the comment is deleted, but not a reply that is being sent', () => {
  expect(typesOf(goneAt(15)(story(seen(), requested())))).toEqual(['CommentDeleted', 'ReplyCancelled']);
  expect(typesOf(goneAt(25)(story(seen(), requested(), started())))).toEqual(['CommentDeleted']);
});

it("turns the model's reply into a draft when the comment is edited before the reply is sent", () => {
  const waiting = story(seen(), requested(10, { kind: 'ai', forTextMac: 'mac-Nice!' }));
  const events = recordComment(waiting, id, edited('Awful!', 30), null);
  expect(typesOf(events)).toEqual(['CommentEdited', 'ReplyCancelled']);
  const after = story(seen(), requested(10, { kind: 'ai', forTextMac: 'mac-Nice!' }), (comment) =>
    recordComment(comment, id, edited('Awful!', 30), null),
  );
  expect(after).toMatchObject({
    status: 'new',
    draft: { replyId: 'r1', text: 'Thank you!', forTextMac: 'mac-Nice!', reasons: ['comment-edited'] },
    reply: { effect: { status: 'cancelled' } },
  });
  const manual = story(seen(), requested());
  expect(typesOf(recordComment(manual, id, edited('Awful!', 30), null))).toEqual(['CommentEdited']);
  const beingSent = story(seen(), requested(10, { kind: 'ai' }), started());
  expect(typesOf(recordComment(beingSent, id, edited('Awful!', 30), null))).toEqual(['CommentEdited']);
});

it("records the owner's comment on the platform as a reply, once", () => {
  const answered = story(seen(), (comment) => recordOwnReply(comment, id, ownReplyWith()));
  expect(answered).toMatchObject({ status: 'manual_reply', answeredOutside: ['42'] });
  expect(recordOwnReply(answered, id, ownReplyWith())).toEqual([]);
});

it('cancels an automatic reply when the owner has replied on the platform', () => {
  const waiting = story(seen(), requested(10, { kind: 'ai' }));
  expect(typesOf(recordOwnReply(waiting, id, ownReplyWith({ text: 'Hi' })))).toEqual([
    'OwnReplySeen',
    'ReplyCancelled',
  ]);
  expect(typesOf(recordOwnReply(story(seen(), requested()), id, ownReplyWith({ text: 'Hi' })))).toEqual([
    'OwnReplySeen',
  ]);
});

it.each([
  ['being sent', []],
  ['of unknown outcome', [settled(30, timedOut)]],
  ['recorded as failed', [settled(30, refused)]],
])("treats the owner's comment with the same text as proof of a reply that is %s", (_, outcome) => {
  const comment = story(seen(), requested(), started(), ...outcome);
  const [proof, ...others] = recordOwnReply(comment, id, ownReplyWith());
  expect(others).toEqual([]);
  expect(proof).toMatchObject({
    type: 'ReplySent',
    data: { replyId: 'r1', attemptId: 'a1', remoteId: '42', evidence: 'look-up' },
  });
});

it('recognises a reply sent by Posthorn, and accepts neither an older comment nor another text as proof', () => {
  const sent = story(seen(), requested(), started(), settled(22, done));
  expect(recordOwnReply(sent, id, ownReplyWith())).toEqual([]);
  const unknown = story(seen(), requested(), started(), settled(30, timedOut));
  expect(typesOf(recordOwnReply(unknown, id, ownReplyWith({ createdAt: at(-400) })))).toEqual([
    'OwnReplySeen',
  ]);
  expect(typesOf(recordOwnReply(unknown, id, ownReplyWith({ text: 'Hi' })))).toEqual(['OwnReplySeen']);
});

it('finds a second copy of a reply that took two attempts', () => {
  const retry = { ...refused, reason: 'network', retryable: true };
  const sent = story(
    ...[seen(), requested(), started(), settled(30, retry)],
    ...[started(3600, 'a2'), settled(3602, done, 'a2')],
  );
  expect(sent.status).toBe('manual_reply');
  expect(typesOf(recordOwnReply(sent, id, ownReplyWith({ remoteId: '43' })))).toEqual([
    'ReplyDuplicateDetected',
  ]);
});
