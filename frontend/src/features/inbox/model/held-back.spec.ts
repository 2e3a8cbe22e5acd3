import { expect, it } from '@jest/globals';
import { aComment } from '#testing/answer-inbox.ts';
import { allInSight, groupsInSight } from './held-back.ts';
import { GROUP_TEXT } from '../messages/inbox.en.ts';
import { headingOf } from './post-groups.ts';

it('opens a group with a new comment that the counts do not include yet', () => {
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
  // A search opens all groups, also one without counts because its comments are hidden.
  expect([...allInSight({ ...read, groups: [], opensAll: true }).open]).toEqual([group.key]);
});

it('counts the hidden comments of a group without server counts, and returns their platforms', () => {
  const hidden = [aComment({ id: 1 }), aComment({ id: 2, platform: 'youtube' })].map(
    (comment) => ({ ...comment, hidden: 'here' }) as const,
  );
  const nothing = { ids: new Set<number>(), oldest: null, order: [], open: new Set<string>() };
  expect(groupsInSight([], hidden, [], nothing)).toMatchObject([
    { total: 0, hidden: 2, platforms: [hidden[0]?.platform, 'youtube'] },
  ]);
});

it('chooses the title of a group without server counts by its code', () => {
  const group = { key: 'p7', title: 'A title of the server', titleCode: 'post' } as const;
  const hidden = { ...aComment({ postId: 7, group }), hidden: 'here' } as const;
  const nothing = { ids: new Set<number>(), oldest: null, order: [], open: new Set<string>() };
  expect(groupsInSight([], [hidden], [], nothing)[0]?.title).toBe(GROUP_TEXT.post(7));
});
