import {
  createPost,
  deleteExternalPost,
  editExternalPost,
  EXTERNAL_POSTS,
  externalHistory,
  listExternalPosts,
  showExternalPost,
  statistics,
} from '@posthorn/contracts/external/posts.http';
import { POST_LISTS } from '@posthorn/contracts/scheduling/posts.http';
import { platforms } from '@posthorn/contracts/shared/platform';
import { row } from '../call-row.ts';
import type { ErrorCode } from '@posthorn/contracts/shared/error-codes';
import { CREATE, DRY_RUN, EDIT, HISTORY, POST, REMOVAL, STATISTICS } from '../examples/post-examples.ts';
import { FETCHED, TAKEN } from './media-calls.ts';
import { pageQuery } from './page-query.ts';

const OF_CONTENT: readonly ErrorCode[] = [
  ...(['scheduling.account-unknown', 'scheduling.target-unknown', 'scheduling.media-unknown'] as const),
  ...(['scheduling.target-media-unknown', 'scheduling.target-media-twice'] as const),
  ...(['scheduling.time-is-past', 'scheduling.time-is-too-late', 'scheduling.own-texts-too-long'] as const),
  ...(['scheduling.does-not-fit', 'scheduling.ai-needs-premium', 'request.too-late'] as const),
  'request.too-much-written',
];

const INSTANT = { type: 'string', format: 'date-time' } as const;

export const POST_CALLS = {
  createPost: row(createPost, {
    tag: 'Posts',
    summary: 'Schedule a post',
    description:
      'Names what to publish, where and when. With `?dry_run=true` nothing is stored, and the answer says what each account ' +
      'would say to it. With an `Idempotency-Key` the same request may be sent again for 24 hours, after a time-out or a ' +
      'crash, and is answered with the same post; without one a repeated request makes a second post. A refused request ' +
      'uses up no key.',
    isRepeatable: true,
    query: {
      dry_run: {
        description: '`true`: say what would become of it, and store nothing.',
        schema: { type: 'string', enum: ['true', 'false'], default: 'false' },
      },
    },
    body: { type: 'CreatePostRequest', example: CREATE },
    answers: {
      200: {
        description: 'A dry run: what would become of the post.',
        content: { type: 'DryRun', example: DRY_RUN },
      },
      201: {
        description: 'The post, as it is scheduled.',
        headers: ['Location', 'Idempotency-Replayed'],
        content: { type: 'Post', example: POST },
      },
    },
    refusals: [
      ...(['external.platform-not-connected', 'scheduling.post-limit-reached'] as const),
      ...(['scheduling.idempotency-key-reused'] as const),
      ...[...OF_CONTENT, ...TAKEN, ...FETCHED],
    ],
  }),
  listExternalPosts: row(listExternalPosts, {
    tag: 'Posts',
    summary: 'List posts',
    description:
      'What is scheduled, the next one first; then what was, the latest first. Programs that look for new posts ask with `order=newest`. ' +
      'A page ends at 1 MB, so it may have fewer posts than its limit. Texts, choices and files of single accounts are left out, and ' +
      'such a post is `brief`: the post itself has them, and so has the list with `include=targets`.',
    query: {
      status: {
        description:
          '`posted` has what is out on at least one account, once nothing of it is to come; `failed` what failed on at least ' +
          'one; `attention` what needs its owner.',
        schema: { type: 'string', enum: POST_LISTS },
      },
      platform: {
        description: 'Those that go there, or did.',
        schema: { type: 'string', enum: platforms },
      },
      from: { description: 'Those that are, or were, due at this instant or later.', schema: INSTANT },
      to: { description: 'Those that are, or were, due before this instant.', schema: INSTANT },
      order: {
        description: '`turn`: as said above. `newest`: the last one made first.',
        schema: { type: 'string', enum: EXTERNAL_POSTS.orders, default: 'turn' },
      },
      include: {
        description: '`targets`: what single accounts get of their own as well.',
        schema: { type: 'string', enum: ['targets'] },
      },
      ...pageQuery(EXTERNAL_POSTS),
    },
    answers: {
      200: {
        description: 'A page of posts.',
        content: { type: 'PostPage', example: { items: [POST], nextCursor: null } },
      },
    },
    refusals: ['external.cursor-not-valid'],
  }),
  showExternalPost: row(showExternalPost, {
    tag: 'Posts',
    summary: 'Show a post',
    description: 'How far publishing has come on each account, and where the published post is.',
    query: {
      include: {
        description: '`history`: every step of the post as well.',
        schema: { type: 'string', enum: ['history'] },
      },
    },
    answers: { 200: { description: 'The post.', content: { type: 'ShownPost', example: POST } } },
    refusals: ['scheduling.post-not-found'],
  }),
  editExternalPost: row(editExternalPost, {
    tag: 'Posts',
    summary: 'Change a scheduled post',
    description:
      'Whatever is left out stays as it is, and so do the accounts. With `revision` the change is refused if the post has ' +
      'changed since you read it. Refused from the moment that publishing begins. The answer to a token without `posts:read` has no ' +
      'words and no files.',
    body: { type: 'ChangePostRequest', example: EDIT },
    answers: { 200: { description: 'The post as it is now.', content: { type: 'Post', example: POST } } },
    refusals: [
      ...(['scheduling.post-not-found', 'scheduling.already-publishing', 'scheduling.post-changed'] as const),
      ...OF_CONTENT,
    ],
  }),
  deleteExternalPost: row(deleteExternalPost, {
    tag: 'Posts',
    summary: 'Delete or archive a post',
    description:
      'A scheduled post is cancelled, any other leaves the list; what is published stays on its platforms. Asked again, it ' +
      'answers the same.',
    query: {
      only_unpublished: {
        description: '`true`: refuse in place of archiving, once publishing has begun.',
        schema: { type: 'string', enum: ['true', 'false'], default: 'false' },
      },
    },
    answers: {
      200: { description: 'What became of the post.', content: { type: 'Removal', example: REMOVAL } },
    },
    refusals: ['scheduling.post-not-found', 'scheduling.already-publishing', 'request.too-late'],
  }),
  externalHistory: row(externalHistory, {
    tag: 'Posts',
    summary: 'Show every step of a post',
    description:
      'Who did what and when, each attempt to publish included. Steps of a program carry the name of its token.',
    query: {
      at: {
        description: 'An instant with an offset: the history and the post as they were then.',
        schema: { type: 'string', format: 'date-time' },
      },
    },
    answers: {
      200: { description: 'The steps, the oldest first.', content: { type: 'History', example: HISTORY } },
    },
    refusals: ['scheduling.post-not-found'],
  }),
  statistics: row(statistics, {
    tag: 'Posts',
    summary: 'Show figures of all posts',
    description: 'A figure that no platform gives, or that the plan does not show, is null and never 0.',
    answers: {
      200: {
        description: 'Counts, figures and the latest posts.',
        content: { type: 'Statistics', example: STATISTICS },
      },
    },
  }),
};
