import { expect, it } from '@jest/globals';
import { aComment } from '#testing/answer-inbox.ts';
import { allInSight, groupsInSight } from './held-back.ts';
import { headingOf } from './post-groups.ts';

it('opens a group by a new comment that its counts do not know yet', () => {
  const comment = aComment();
  const { key } = comment.group;
  const group = {
    key: headingOf(comment.postId, key),
    postId: comment.postId,
    title: 'Rye',
    platforms: [],
    total: 0,
    new: 0,
    latestAt: comment.createdAt,
    publications: [],
  };
  const loaded = { groups: [group], oldest: null, opensAll: false };
  expect([...allInSight({ ...loaded, comments: [comment] }).open]).toEqual([group.key]);
  const read = { ...loaded, comments: [{ ...comment, status: 'read' } as const] };
  expect([...allInSight(read).open]).toEqual([]);
  // What is searched for is not folded, nor is what nobody counts because it is hidden.
  expect([...allInSight({ ...read, groups: [], opensAll: true }).open]).toEqual([group.key]);
});

it('says of a group that nobody counts how many comments are hidden in it, and where', () => {
  const hidden = [aComment({ id: 1 }), aComment({ id: 2, platform: 'youtube' })].map(
    (comment) => ({ ...comment, hidden: 'here' }) as const,
  );
  const nothing = { ids: new Set<number>(), oldest: null, order: [], open: new Set<string>() };
  expect(groupsInSight([], hidden, [], nothing)).toMatchObject([
    { total: 0, hidden: 2, platforms: [hidden[0]?.platform, 'youtube'] },
  ]);
});
