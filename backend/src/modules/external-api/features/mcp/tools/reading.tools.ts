import { externalAccounts } from '@posthorn/contracts/external/accounts.http';
import { EXTERNAL_EVENTS, listEvents, PUBLIC_EVENT_TYPES } from '@posthorn/contracts/external/events.http';
import {
  EXTERNAL_POSTS,
  listExternalPosts,
  showExternalPost,
  statistics,
} from '@posthorn/contracts/external/posts.http';
import { waitingReplies } from '@posthorn/contracts/external/replies.http';
import { POST_LISTS } from '@posthorn/contracts/scheduling/posts.http';
import { id, inPath, inQuery, listOf, oneOf, text, type Hints, type Tool } from './tool.ts';

export const READING_HINTS: Hints = {
  readOnly: true,
  destructive: false,
  idempotent: true,
  openWorld: false,
};

const atMost = (maximum: number) =>
  inQuery({ type: 'integer', minimum: 1, maximum, description: 'How many at most.' }, 'limit');
// Far longer than any real cursor. The schema must refuse a text that does not fit in a URL.
export const cursor = inQuery(
  { ...text('`nextCursor` of the page before; left out: the first page.'), maxLength: 1_000 },
  'cursor',
);
const page = { limit: atMost(EXTERNAL_POSTS.pageLimitMax), cursor };
/** Texts by strangers in each post. */
export const WORDS_IN_POST = ['targets[].accountName', 'targets[].problem.words'] as const;

export const readingTools: readonly Tool[] = [
  {
    name: 'list_accounts',
    title: 'List connected accounts',
    hints: READING_HINTS,
    call: externalAccounts,
    description:
      'The accounts that posts can go to, each with its id, its platform and how long a text may be.',
    arguments: {},
    listName: 'accounts',
    strangers: ['accounts[].accountName', 'accounts[].displayName'],
  },
  {
    name: 'list_posts',
    title: 'List posts',
    hints: READING_HINTS,
    call: listExternalPosts,
    description:
      'A page of posts: first those that are scheduled, the next one first; then earlier ones, the latest first.',
    arguments: {
      status: inQuery(
        oneOf(POST_LISTS, '`attention`: posts that need their owner. Left out: all.'),
        'status',
      ),
      ...page,
    },
    strangers: WORDS_IN_POST.map((path) => `items[].${path}`),
  },
  {
    name: 'get_post',
    title: 'Show a post with its history',
    hints: READING_HINTS,
    call: showExternalPost,
    description: 'One post, its state on each account, and every step with its author.',
    arguments: { post_id: inPath(id('Of the post.'), 'id') },
    query: { include: 'history' },
    strangers: [
      ...WORDS_IN_POST,
      ...['history.events[].accountName', 'history.events[].summary'],
      ...['history.events[].said', 'history.events[].data'],
      ...['history.events[].comment.author', 'history.events[].comment.words'],
      ...WORDS_IN_POST.map((path) => `history.post.${path}`),
    ],
  },
  {
    name: 'get_statistics',
    title: 'Show statistics',
    hints: READING_HINTS,
    call: statistics,
    description:
      'The number of posts, their likes and views (null: no platform gives the figure), and the latest posts.',
    arguments: {},
    strangers: WORDS_IN_POST.map((path) => `recentPosts[].${path}`),
  },
  {
    name: 'list_comments',
    title: 'List comments that wait for a reply',
    hints: READING_HINTS,
    call: waitingReplies,
    description: 'Comments that are neither read nor answered yet, the newest first.',
    arguments: page,
    strangers: ['commentText', 'commenterUsername', 'commenterName', 'accountName'].map(
      (name) => `items[].${name}`,
    ),
  },
  {
    name: 'list_events',
    title: 'List what happened',
    hints: READING_HINTS,
    call: listEvents,
    description:
      'What happened to posts, accounts, comments and the plan in the last 90 days, the oldest first, as ids, codes and times.',
    arguments: {
      after: inQuery(
        text('`cursor` of the answer before, to get later events; or `start` (the default) or `now`.'),
        'after',
      ),
      types: inQuery(
        listOf(text('A type, or a part of them such as `post.*`.'), `Of ${PUBLIC_EVENT_TYPES.join(', ')}.`),
        'types',
      ),
      limit: atMost(EXTERNAL_EVENTS.pageLimitMax),
    },
    strangers: [],
  },
];
