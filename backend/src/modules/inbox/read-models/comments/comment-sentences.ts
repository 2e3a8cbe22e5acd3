import { AUTO_REPLY_REASONS } from '@posthorn/contracts/inbox/auto-reply-reasons';
import { COMMENT_HISTORY } from '@posthorn/contracts/inbox/comment-history';
import { REPLY_PROBLEMS } from '@posthorn/contracts/inbox/reply-problems';
import { textOf, type SaidPart } from '@posthorn/contracts/shared/said';
import { match } from '@posthorn/event-sourcing';
import type { CommentEvent } from '../../domain/comment/comment-events.ts';

/** Returns the sentence about an event. `variant`: chooses between several sentences for the same type of event. */
const step = ({ type }: CommentEvent, variant?: string | false): SaidPart => ({
  code: type,
  ...(variant !== undefined && variant !== false && { variant }),
});
const plain = (event: CommentEvent): SaidPart[] => [step(event)];

const problem = (reason: string): SaidPart => ({
  code: Object.hasOwn(REPLY_PROBLEMS, reason) ? `reply-problem.${reason}` : 'reply-problem',
});
/** For a reason that this release does not know, the history shows the code from the log. */
const skipped = (reason: string): SaidPart =>
  Object.hasOwn(AUTO_REPLY_REASONS, reason)
    ? { code: `automatic.${reason}` }
    : { code: 'words', values: { words: reason } };

/** The parts of the sentence with which the history describes an event. */
export const commentParts = match<CommentEvent, SaidPart[]>({
  CommentReceived: (event) => [step(event, event.data.isBacklog && 'older')],
  CommentEdited: plain,
  CommentDeleted: plain,
  CommentExpired: plain,
  CommentSeenAgain: plain,
  CommentMarkedRead: plain,
  CommentMarkedNew: plain,
  CommentSentimentJudged: (event) => [step(event, event.data.label)],
  OwnReplySeen: (event) => [step(event, event.data.remoteId === '' && 'marked')],
  AiReplyDrafted: plain,
  AiReplySkipped: (event) => [step(event), skipped(event.data.reason)],
  AiReplyDraftDiscarded: plain,
  ReplyRequested: (event) => [step(event, event.data.kind === 'ai' && 'ai')],
  ReplyPrepared: plain,
  ReplyAttemptStarted: (event) => [{ ...step(event), values: { number: event.data.number } }],
  ReplyAttemptNotStarted: plain,
  ReplyAccepted: plain,
  ReplySent: (event) => [step(event, event.data.evidence === 'person' && 'person')],
  ReplyDuplicateDetected: plain,
  ReplyFailed: (event) => [step(event), problem(event.data.reason)],
  ReplyUnknown: (event) => [step(event), problem(event.data.cause)],
  ReplyLookedUp: (event) => [step(event, event.data.result === 'absent' && 'absent')],
  ReplyPostponed: (event) => [step(event), problem(event.data.reason)],
  ReplyRetryRequested: plain,
  ReplyResumed: plain,
  ReplyCancelled: (event) => [step(event, event.data.asDraft && 'draft')],
  CommentModerationRequested: (event) => [step(event, event.data.action)],
  CommentModerationAttempted: plain,
  CommentModerationPostponed: (event) => [step(event), problem(event.data.reason)],
  CommentModerationFailed: (event) => [step(event), problem(event.data.reason)],
  CommentModerationResumed: plain,
  CommentHidden: (event) => [step(event, event.data.where === 'platform' && 'platform')],
  CommentUnhidden: (event) => [step(event, event.data.where === 'platform' && 'platform')],
  CommentRemoved: plain,
});

/** Joins the parts of a sentence into an English text. */
export const commentText = (said: readonly SaidPart[]): string => textOf(COMMENT_HISTORY, said) ?? '';
