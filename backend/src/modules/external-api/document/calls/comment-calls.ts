import {
  EXTERNAL_REPLIES,
  markExternally,
  replyExternally,
  waitingReplies,
} from '@posthorn/contracts/external/replies.http';
import { row, type Parameter } from '../call-row.ts';
import { ANSWERED, COMMENT, WAITING } from '../examples/comment-examples.ts';
import { pageQuery } from './page-query.ts';

const id: Parameter = { description: 'Number of the comment.', schema: { type: 'integer', minimum: 1 } };

export const COMMENT_CALLS = {
  waitingReplies: row(waitingReplies, {
    tag: 'Comments',
    summary: 'List comments that wait for a reply',
    description: 'Comments that are neither read nor answered yet, the newest first.',
    query: pageQuery(EXTERNAL_REPLIES),
    answers: {
      200: { description: 'A page of comments.', content: { type: 'WaitingCommentPage', example: WAITING } },
    },
    refusals: ['external.cursor-not-valid'],
  }),
  replyExternally: row(replyExternally, {
    tag: 'Comments',
    summary: 'Answer a comment',
    description:
      'Waits up to five seconds for proof that the reply has arrived. With an `Idempotency-Key`, the same words to the same comment ' +
      'are sent once, however often you send the request. Other words with that key are refused.',
    isRepeatable: true,
    path: { id },
    body: { type: 'ReplyRequest', example: { replyText: 'On Fridays!' } },
    answers: {
      200: {
        description: 'The reply is there.',
        headers: ['Idempotency-Replayed'],
        content: { type: 'Comment', example: ANSWERED },
      },
      202: {
        description: 'It is being sent, or its outcome is unknown; `state` says which.',
        headers: ['Idempotency-Replayed'],
        content: { type: 'Comment', example: ANSWERED },
      },
    },
    refusals: [
      ...(['inbox.comment-not-found', 'inbox.already-replied', 'inbox.comment-gone'] as const),
      ...(['inbox.reply-cancelled', 'inbox.reply-required', 'inbox.cannot-reply'] as const),
      ...(['inbox.reply-too-long', 'scheduling.idempotency-key-reused', 'request.too-late'] as const),
    ],
  }),
  markExternally: row(markExternally, {
    tag: 'Comments',
    summary: 'Mark a comment as read or new',
    description: 'A comment that is answered stays answered.',
    path: { id },
    body: { type: 'MarkCommentRequest', example: { status: 'read' } },
    answers: { 200: { description: 'The comment.', content: { type: 'Comment', example: COMMENT } } },
    refusals: ['inbox.comment-not-found', 'inbox.already-replied', 'request.too-late'],
  }),
};
