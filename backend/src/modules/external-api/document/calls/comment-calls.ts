import { EXTERNAL_REPLIES, waitingReplies } from '@posthorn/contracts/external/replies.http';
import { row } from '../call-row.ts';
import { WAITING } from '../examples/comment-examples.ts';
import { pageQuery } from './page-query.ts';

export const COMMENT_CALLS = {
  waitingReplies: row(waitingReplies, {
    tag: 'Comments',
    summary: 'List comments that wait for a reply',
    description: 'What nobody has read or answered yet, the newest first.',
    query: pageQuery(EXTERNAL_REPLIES),
    answers: {
      200: { description: 'A page of comments.', content: { type: 'WaitingCommentPage', example: WAITING } },
    },
    refusals: ['external.cursor-not-valid'],
  }),
};
