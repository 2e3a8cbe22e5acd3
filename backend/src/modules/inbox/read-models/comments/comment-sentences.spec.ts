import { AUTO_REPLY_REASONS } from '@posthorn/contracts/inbox/auto-reply-reasons';
import { REPLY_PROBLEMS } from '@posthorn/contracts/inbox/reply-problems';
import { expect, it } from '@jest/globals';
import type { CommentEvent } from '../../domain/comment/comment-events.ts';
import { commentShapes } from '../../domain/comment/comment-shapes.ts';
import { commentParts, commentText } from './comment-sentences.ts';

const PROBLEMS = [...Object.keys(REPLY_PROBLEMS), 'new-reason'];

/** The data on which the sentence of an event depends. All other events have one sentence. */
const DATA: Readonly<Partial<Record<string, readonly object[]>>> = {
  CommentReceived: [{ isBacklog: true }, { isBacklog: false }],
  CommentSentimentJudged: ['positive', 'neutral', 'negative'].map((label) => ({ label })),
  OwnReplySeen: [{ remoteId: '' }, { remoteId: '42' }],
  AiReplySkipped: [...Object.keys(AUTO_REPLY_REASONS), 'new-reason'].map((reason) => ({ reason })),
  ReplyRequested: [{ kind: 'ai' }, { kind: 'manual' }],
  ReplySent: [{ evidence: 'person' }, { evidence: 'answer' }],
  ReplyFailed: PROBLEMS.map((reason) => ({ reason })),
  ReplyUnknown: PROBLEMS.map((cause) => ({ cause })),
  ReplyLookedUp: ['absent', 'failed', 'cannot-tell'].map((result) => ({ result })),
  ReplyPostponed: PROBLEMS.map((reason) => ({ reason })),
  ReplyCancelled: [{ asDraft: true }, { asDraft: false }],
  CommentModerationRequested: ['hide', 'unhide', 'remove'].map((action) => ({ action })),
  CommentModerationPostponed: PROBLEMS.map((reason) => ({ reason })),
  CommentModerationFailed: PROBLEMS.map((reason) => ({ reason })),
  CommentHidden: [{ where: 'platform' }, { where: 'here' }],
  CommentUnhidden: [{ where: 'platform' }, { where: 'here' }],
};

it.each(Object.keys(commentShapes))('has a sentence for each kind of %s', (type) => {
  for (const data of DATA[type] ?? [{}]) {
    const event = { type, data: { number: 1, ...data } } as unknown as CommentEvent;
    expect(commentText(commentParts(event))).toMatch(/^(?!.*undefined)\S.*\S$/u);
  }
});
