import type { ExternalPage } from '@posthorn/contracts/external/posts.http';
import type { WaitingComment } from '@posthorn/contracts/external/replies.http';

export const WAITING: ExternalPage<WaitingComment> = {
  items: [
    {
      ...{ id: 51, postId: 7, platform: 'mastodon', accountId: 12, accountName: 'ana@mastodon.social' },
      ...{ commenterUsername: 'ben@mastodon.social', commenterName: 'Ben' },
      ...{ commentText: 'Do you have rye as well?', status: 'new', sentiment: 'neutral' },
      createdAt: '2026-12-01T09:12:44.000Z',
      permalink: 'https://mastodon.social/@ben/113579',
    },
  ],
  nextCursor: null,
};
