import { checkExternalTarget, retryExternalTarget } from '@posthorn/contracts/external/posts.http';
import { row } from '../call-row.ts';
import { POST } from '../examples/post-examples.ts';

export const TARGET_CALLS = {
  retryExternalTarget: row(retryExternalTarget, {
    tag: 'Posts',
    summary: 'Publish again on one account',
    description:
      'For an account where publishing failed, was cancelled or is unknown. If it is unknown, the server first looks for the post on its platform, ' +
      'so that it does not appear twice; `lookUntil` says how long. The answer to a token without `posts:read` has no words and no files.',
    body: { type: 'RetryTargetRequest', example: {}, isOptional: true },
    answers: { 200: { description: 'The current post.', content: { type: 'Post', example: POST } } },
    refusals: [
      ...([
        'scheduling.post-not-found',
        'scheduling.target-missing',
        'scheduling.target-not-retryable',
      ] as const),
      ...(['scheduling.account-not-connected', 'scheduling.platform-cannot-be-asked'] as const),
      'scheduling.publishing-is-elsewhere',
      'request.too-late',
    ],
  }),
  checkExternalTarget: row(checkExternalTarget, {
    tag: 'Posts',
    summary: 'Ask a platform whether the post is there',
    description:
      'For an account whose outcome is `unknown`. At most 60 times an hour. The answer to a token without `posts:read` has no ' +
      'words and no files.',
    answers: { 200: { description: 'The current post.', content: { type: 'Post', example: POST } } },
    refusals: [
      ...([
        'scheduling.post-not-found',
        'scheduling.target-missing',
        'scheduling.target-not-unknown',
      ] as const),
      ...(['scheduling.platform-cannot-be-asked', 'request.too-late'] as const),
    ],
  }),
};
