import { autoReplyReasonText } from '@posthorn/contracts/inbox/auto-reply-reasons';
import { replyProblemText } from '@posthorn/contracts/inbox/reply-problems';
import { match } from '@posthorn/event-sourcing';
import type { CommentEvent } from '../../domain/comment/comment-events.ts';

/** What happened to a comment, as a sentence of its history. */
export const commentSentence = match<CommentEvent, string>({
  CommentReceived: ({ data }) => (data.isBacklog ? 'Found when it was old already.' : 'Received.'),
  CommentEdited: () => 'Edited by its author.',
  CommentDeleted: () => 'Gone from its platform; its words were erased here.',
  CommentExpired: () =>
    'Its words were erased here, because the terms of the platform do not allow keeping them longer.',
  CommentSeenAgain: () => 'Still there.',
  CommentMarkedRead: () => 'Marked as read.',
  CommentMarkedNew: () => 'Marked as new.',
  CommentSentimentJudged: ({ data }) => `Judged ${data.label}.`,
  OwnReplySeen: ({ data }) =>
    data.remoteId === '' ? 'Marked as answered on the platform itself.' : 'Answered on the platform itself.',
  AiReplyDrafted: () => 'A reply was drafted.',
  AiReplySkipped: ({ data }) => `No automatic reply. ${autoReplyReasonText(data.reason)}`,
  AiReplyDraftDiscarded: () => 'The draft was discarded.',
  ReplyRequested: ({ data }) =>
    data.kind === 'ai' ? 'An automatic reply was asked for.' : 'A reply was asked for.',
  ReplyPrepared: () => 'The reply was prepared.',
  ReplyAttemptStarted: ({ data }) => `Attempt ${String(data.number)} to send the reply began.`,
  ReplyAttemptNotStarted: () => 'Nothing was sent; it is tried again.',
  ReplyAccepted: () => 'The platform accepted the reply and is processing it.',
  ReplySent: ({ data }) =>
    data.evidence === 'person' ? 'The reply is there, as a person confirmed.' : 'The reply is there.',
  ReplyDuplicateDetected: () => 'The reply is there a second time.',
  ReplyFailed: ({ data }) => `The reply was not sent. ${replyProblemText(data.reason)}`,
  ReplyUnknown: ({ data }) => `It is not known whether the reply arrived. ${replyProblemText(data.cause)}`,
  ReplyLookedUp: ({ data }) =>
    data.result === 'absent'
      ? 'The platform was asked: the reply is not there.'
      : 'The platform was asked and could not tell.',
  ReplyPostponed: ({ data }) => `The reply waits. ${replyProblemText(data.reason)}`,
  ReplyRetryRequested: () => 'The reply was to be sent again.',
  ReplyResumed: () => 'The account is connected again, so the reply continues.',
  ReplyCancelled: ({ data }) =>
    data.asDraft ? 'The reply became a draft.' : 'The reply was cancelled before it was sent.',
  CommentModerationRequested: ({ data }) => `The platform was to ${data.action} it.`,
  CommentModerationAttempted: () => 'The platform was asked to.',
  CommentModerationPostponed: ({ data }) => `That waits. ${replyProblemText(data.reason)}`,
  CommentModerationFailed: ({ data }) => `That failed. ${replyProblemText(data.reason)}`,
  CommentModerationResumed: () => 'The account is connected again, so this continues.',
  CommentHidden: ({ data }) => (data.where === 'platform' ? 'Hidden on its platform.' : 'Hidden here.'),
  CommentUnhidden: ({ data }) =>
    data.where === 'platform' ? 'Shown again on its platform.' : 'Shown again here.',
  CommentRemoved: () => 'Removed from its platform; its words were erased here.',
});
