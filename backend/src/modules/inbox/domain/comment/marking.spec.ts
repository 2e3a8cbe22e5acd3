import { expect, it } from '@jest/globals';
import { AlreadyReplied } from './inbox.errors.ts';
import type { Comment } from './comment.ts';
import { judge, mark, markReadIfNew } from './marking.ts';
import { recordCommentGone } from './comment-recording.ts';
import {
  at,
  done,
  id,
  now,
  requested,
  seen,
  settled,
  started,
  story,
  typesOf,
} from './testing/comment-samples.ts';

const marked = (status: 'read' | 'new') => (comment: Comment) => mark(comment, id, status, now(5));

it('marks a comment as read, and as new again, without repeated events', () => {
  expect(story(seen(), marked('read')).status).toBe('read');
  expect(marked('read')(story(seen(), marked('read')))).toEqual([]);
  expect(story(seen(), marked('read'), marked('new')).status).toBe('new');
  expect(marked('new')(story(seen()))).toEqual([]);
});

it('keeps the status of a comment that has a reply', () => {
  const answered = story(seen(), requested(), started(), settled(22, done));
  expect(() => marked('read')(answered)).toThrow(AlreadyReplied);
  expect(() => marked('new')(answered)).toThrow(AlreadyReplied);
  expect(markReadIfNew(answered, id, now(30))).toEqual([]);
});

it('marks a comment as read in bulk only while it is new', () => {
  expect(typesOf(markReadIfNew(story(seen()), id, now(5)))).toEqual(['CommentMarkedRead']);
  expect(markReadIfNew(story(seen(), marked('read')), id, now(6))).toEqual([]);
});

it('records the sentiment of the current text once', () => {
  const judged = { label: 'negative', model: 'm', textMac: 'mac-Nice!' } as const;
  const comment = story(seen(), (one) => judge(one, id, judged, now(5)));
  expect(comment.judged).toEqual({ label: 'negative', textMac: 'mac-Nice!' });
  expect(judge(comment, id, judged, now(6))).toEqual([]);
  expect(judge(comment, id, { ...judged, textMac: 'other' }, now(6))).toEqual([]);
  const gone = story(seen(), (one) => recordCommentGone(one, id, { by: 'platform', seenAt: at(3) }));
  expect(judge(gone, id, judged, now(6))).toEqual([]);
});
