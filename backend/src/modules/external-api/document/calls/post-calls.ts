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
import { FETCHED_FILE_ERRORS, FILE_ERRORS } from './media-calls.ts';
import { pageQuery } from './page-query.ts';

export const OF_CONTENT: readonly ErrorCode[] = [
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
      'Names what to publish, where and when. With `?dry_run=true` nothing is stored, and the answer says whether each account ' +
      'would accept it. With an `Idempotency-Key` you may send the same request again for 24 hours, for example after a time-out or ' +
      'a crash, and get the same post. Without a key, a repeated request makes a second post. A refused request ' +
      'does not use up its key. The answer to a repeated request has no words and no files for a token without `posts:read`.',
    isRepeatable: true,
    query: {
      dry_run: {
        description: '`true`: report what would happen, and store nothing.',
        schema: { type: 'string', enum: ['true', 'false'], default: 'false' },
      },
    },
    body: { type: 'CreatePostRequest', example: CREATE },
    answers: {
      200: {
        description: 'A dry run: what would happen to the post.',
        content: { type: 'DryRun', example: DRY_RUN },
      },
      201: {
        description: 'The scheduled post.',
        headers: ['Location', 'Idempotency-Replayed'],
        content: { type: 'Post', example: POST },
      },
    },
    refusals: [
      ...(['external.platform-not-connected', 'scheduling.post-limit-reached'] as const),
      ...(['scheduling.idempotency-key-reused', 'scheduling.draft-scheduled'] as const),
      ...(['scheduling.draft-changed', 'scheduling.draft-gone'] as const),
      ...[...OF_CONTENT, ...FILE_ERRORS, ...FETCHED_FILE_ERRORS],
    ],
  }),
  listExternalPosts: row(listExternalPosts, {
    tag: 'Posts',
    summary: 'List posts',
    description:
      'First scheduled posts, the next one first; then earlier ones, the latest first. Programs that look for new posts use `order=newest`. ' +
      'A page ends at 1 MB, so it may have fewer posts than its limit. It leaves out texts, choices and files of single accounts; ' +
      'such a post is `brief`. The post itself and a list with `include=targets` have them.',
    query: {
      status: {
        description:
          '`posted`: published on at least one account, and nothing more will be published. `failed`: failed on at least ' +
          'one account. `attention`: needs its owner.',
        schema: { type: 'string', enum: POST_LISTS },
      },
      platform: {
        description: 'Posts to this platform.',
        schema: { type: 'string', enum: platforms },
      },
      from: { description: 'Posts that are due at this instant or later.', schema: INSTANT },
      to: { description: 'Posts that are due before this instant.', schema: INSTANT },
      order: {
        description: '`turn`: as described above. `newest`: the last created first.',
        schema: { type: 'string', enum: EXTERNAL_POSTS.orders, default: 'turn' },
      },
      include: {
        description: '`targets`: also texts, choices and files of single accounts.',
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
    description: 'The state on each account, and the address of the published post.',
    query: {
      include: {
        description: '`history`: also every step of the post.',
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
      'Fields that you leave out stay unchanged. `selectedAccountIds` names all accounts of the post from then on. With `revision`, ' +
      'the change is refused if the post has changed since you read it. While publishing runs it is refused. Afterwards only the ' +
      'title and `aiRepliesEnabled` change. The answer to a token without `posts:read` has no words and no files.',
    body: { type: 'ChangePostRequest', example: EDIT },
    answers: { 200: { description: 'The current post.', content: { type: 'Post', example: POST } } },
    refusals: [
      ...(['scheduling.post-not-found', 'scheduling.already-publishing', 'scheduling.post-changed'] as const),
      ...OF_CONTENT,
    ],
  }),
  deleteExternalPost: row(deleteExternalPost, {
    tag: 'Posts',
    summary: 'Delete or archive a post',
    description:
      'Cancels a scheduled post, and archives any other. Published posts stay on their platforms. A repeated request ' +
      'gets the same answer. For a token without `posts:read`, it has no words and no files.',
    query: {
      only_unpublished: {
        description: '`true`: refuse instead of archiving, once publishing has begun.',
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
      'Who did what and when, including each attempt to publish. Steps of a program have the name of its token.',
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
    description: 'A figure is null, never 0, if no platform gives it or the plan does not show it.',
    answers: {
      200: {
        description: 'Counts, figures and the latest posts.',
        content: { type: 'Statistics', example: STATISTICS },
      },
    },
  }),
};
