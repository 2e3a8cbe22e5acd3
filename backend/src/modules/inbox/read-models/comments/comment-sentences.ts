import { autoReplyReasonText } from '@posthorn/contracts/inbox/auto-reply-reasons';
import { replyProblemText } from '@posthorn/contracts/inbox/reply-problems';
import { match } from '@posthorn/event-sourcing';
import type { CommentEvent } from '../../domain/comment/comment-events.ts';

/** What happened to a comment, as a sentence of its history. */
export const commentSentence = match<CommentEvent, string>({
  CommentReceived: ({ data }) => (data.isBacklog ? 'Found. It was already an older comment.' : 'Received.'),
  CommentEdited: () => 'Edited by its author.',
  CommentDeleted: () => 'Deleted on its platform. Its text was deleted here too.',
  CommentExpired: () =>
    'Its text was deleted here, because the terms of the platform do not allow keeping it longer.',
  CommentSeenAgain: () => 'Seen again on its platform.',
  CommentMarkedRead: () => 'Marked as read.',
  CommentMarkedNew: () => 'Marked as new.',
  CommentSentimentJudged: ({ data }) => `Sentiment: ${data.label}.`,
  OwnReplySeen: ({ data }) =>
    data.remoteId === '' ? 'Marked as answered on the platform itself.' : 'Answered on the platform itself.',
  AiReplyDrafted: () => 'A reply was drafted.',
  AiReplySkipped: ({ data }) => `No automatic reply. ${autoReplyReasonText(data.reason)}`,
  AiReplyDraftDiscarded: () => 'The draft was discarded.',
  ReplyRequested: ({ data }) =>
    data.kind === 'ai' ? 'An automatic reply was requested.' : 'A reply was requested.',
  ReplyPrepared: () => 'The reply was prepared.',
  ReplyAttemptStarted: ({ data }) => `Attempt ${String(data.number)} to send the reply began.`,
  ReplyAttemptNotStarted: () => 'Nothing was sent. Posthorn tries again.',
  ReplyAccepted: () => 'The platform accepted the reply and is processing it.',
  ReplySent: ({ data }) =>
    data.evidence === 'person' ? 'The reply was sent, as a person confirmed.' : 'The reply was sent.',
  ReplyDuplicateDetected: () => 'The reply appeared a second time.',
  ReplyFailed: ({ data }) => `The reply was not sent. ${replyProblemText(data.reason)}`,
  ReplyUnknown: ({ data }) => `It is not known whether the reply arrived. ${replyProblemText(data.cause)}`,
  ReplyLookedUp: ({ data }) =>
    data.result === 'absent'
      ? 'Posthorn looked for the reply. It is not there.'
      : 'Posthorn looked for the reply. The platform could not tell.',
  ReplyPostponed: ({ data }) => `The reply waits. ${replyProblemText(data.reason)}`,
  ReplyRetryRequested: () => 'Sending the reply again was requested.',
  ReplyResumed: () => 'The account is connected again, so the reply continues.',
  ReplyCancelled: ({ data }) =>
    data.asDraft ? 'The reply became a draft.' : 'The reply was cancelled before it was sent.',
  CommentModerationRequested: ({ data }) => REQUESTED[data.action],
  CommentModerationAttempted: () => 'The request was sent to the platform.',
  CommentModerationPostponed: ({ data }) => `This waits. ${replyProblemText(data.reason)}`,
  CommentModerationFailed: ({ data }) => `This failed. ${replyProblemText(data.reason)}`,
  CommentModerationResumed: () => 'The account is connected again, so this continues.',
  CommentHidden: ({ data }) => (data.where === 'platform' ? 'Hidden on its platform.' : 'Hidden here.'),
  CommentUnhidden: ({ data }) =>
    data.where === 'platform' ? 'Shown again on its platform.' : 'Shown again here.',
  CommentRemoved: () => 'Removed from its platform. Its text was deleted here too.',
});

const REQUESTED = {
  hide: 'Hiding it on its platform was requested.',
  unhide: 'Showing it again on its platform was requested.',
  remove: 'Removing it from its platform was requested.',
} as const;
