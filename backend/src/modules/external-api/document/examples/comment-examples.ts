import type { ExternalPage } from '@posthorn/contracts/external/posts.http';
import type { ExternalComment, WaitingComment } from '@posthorn/contracts/external/replies.http';

const ASKED: WaitingComment = {
  id: 51,
  postId: 7,
  platform: 'mastodon',
  accountId: 12,
  accountName: 'ana@mastodon.social',
  commenterUsername: 'ben@mastodon.social',
  commenterName: 'Ben',
  commentText: 'Do you have rye as well?',
  status: 'new',
  sentiment: 'neutral',
  createdAt: '2026-12-01T09:12:44.000Z',
  permalink: 'https://mastodon.social/@ben/113579',
};
export const WAITING: ExternalPage<WaitingComment> = { items: [ASKED], nextCursor: null };
export const COMMENT: ExternalComment = { ...ASKED, status: 'read', reply: null };
export const ANSWERED: ExternalComment = {
  ...ASKED,
  status: 'manual_reply',
  reply: {
    id: '6f3f2fe6-0d5c-4a5e-9a55-6f0f7f3f2b11',
    kind: 'manual',
    state: 'sent',
    text: 'On Fridays!',
    permalink: 'https://mastodon.social/@ana/113580',
    sentAt: '2026-12-01T09:20:03.000Z',
    problem: null,
    until: null,
    stale: false,
    reasons: [],
    reasonCodes: [],
  },
};
