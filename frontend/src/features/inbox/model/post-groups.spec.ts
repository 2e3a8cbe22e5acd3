import type { CommentGroup } from '@posthorn/contracts/inbox/comments.http';
import { expect, it } from '@jest/globals';
import { postGroups } from './post-groups.ts';

const aGroup = (overrides: Partial<CommentGroup>): CommentGroup => ({
  key: 'a',
  postId: 1,
  title: 'Rye',
  platform: 'bluesky',
  total: 2,
  new: 1,
  latestAt: '2026-11-20T10:00:00.000Z',
  ...overrides,
});

it('combines the groups of all publications of one post, and keeps groups of unknown posts separate', () => {
  const groups = postGroups([
    aGroup({}),
    aGroup({ key: 'b', platform: 'mastodon', total: 3, new: 0, latestAt: '2026-11-20T11:00:00.000Z' }),
    aGroup({ key: 'c', total: 1, latestAt: '2026-11-20T09:00:00.000Z' }),
    aGroup({ key: 'd', postId: null, title: '' }),
    aGroup({ key: 'e', postId: null, title: '' }),
  ]);
  expect(groups).toMatchObject([
    {
      key: 'post 1',
      total: 6,
      new: 2,
      latestAt: '2026-11-20T11:00:00.000Z',
      platforms: ['bluesky', 'mastodon'],
      publications: [
        { key: 'a', total: 2 },
        { key: 'b', total: 3 },
        { key: 'c', total: 1 },
      ],
    },
    { key: 'd', total: 2 },
    { key: 'e', total: 2 },
  ]);
});
