import { externalAccounts } from '@posthorn/contracts/external/accounts.http';
import {
  EXTERNAL_POSTS,
  listExternalPosts,
  showExternalPost,
  statistics,
} from '@posthorn/contracts/external/posts.http';
import { waitingReplies } from '@posthorn/contracts/external/replies.http';
import { POST_LISTS } from '@posthorn/contracts/scheduling/posts.http';
import { id, inPath, inQuery, oneOf, text, type Hints, type Tool } from './tool.ts';

export const LOOKS: Hints = { readOnly: true, destructive: false, idempotent: true, openWorld: false };

const page = {
  limit: inQuery(
    { type: 'integer', minimum: 1, maximum: EXTERNAL_POSTS.pageLimitMax, description: 'How many at most.' },
    'limit',
  ),
  cursor: inQuery(text('`nextCursor` of the page before; left out: the first page.'), 'cursor'),
};
/** In each post that is shown. */
export const WORDS_IN_POST = ['targets[].accountName', 'targets[].problem.words'] as const;

export const readingTools: readonly Tool[] = [
  {
    ...{ name: 'list_accounts', title: 'List connected accounts', hints: LOOKS, call: externalAccounts },
    description:
      'The accounts that posts can go to, each with its id, its platform and how long a text may be.',
    ...{ arguments: {}, listName: 'accounts' },
    strangers: ['accounts[].accountName', 'accounts[].displayName'],
  },
  {
    ...{ name: 'list_posts', title: 'List posts', hints: LOOKS, call: listExternalPosts },
    description: 'A page of posts: what is scheduled, the next one first, then what was, the latest first.',
    arguments: {
      status: inQuery(oneOf(POST_LISTS, '`attention`: what needs its owner. Left out: all.'), 'status'),
      ...page,
    },
    strangers: WORDS_IN_POST.map((path) => `items[].${path}`),
  },
  {
    ...{ name: 'get_post', title: 'Show a post with its history', hints: LOOKS, call: showExternalPost },
    description: 'One post, how far it has come on each account, and every step of it with who caused it.',
    arguments: { post_id: inPath(id('Of the post.'), 'id') },
    query: { include: 'history' },
    strangers: [
      ...WORDS_IN_POST,
      ...['history.events[].accountName', 'history.events[].summary', 'history.events[].data'],
      ...['history.events[].comment.author', 'history.events[].comment.words'],
      ...WORDS_IN_POST.map((path) => `history.post.${path}`),
    ],
  },
  {
    ...{ name: 'get_statistics', title: 'Show figures', hints: LOOKS, call: statistics },
    description:
      'How many posts there are, their likes and views (null: nobody gives the figure), the latest posts.',
    arguments: {},
    strangers: WORDS_IN_POST.map((path) => `recentPosts[].${path}`),
  },
  {
    ...{ name: 'list_comments', title: 'List comments that wait', hints: LOOKS, call: waitingReplies },
    description: 'Comments that nobody has read or answered yet, the newest first.',
    arguments: page,
    strangers: ['commentText', 'commenterUsername', 'commenterName', 'accountName'].map(
      (name) => `items[].${name}`,
    ),
  },
];
