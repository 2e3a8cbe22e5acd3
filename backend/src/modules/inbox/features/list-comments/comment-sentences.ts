import { autoReplyReasonText } from '@posthorn/contracts/inbox/auto-reply-reasons';
import { replyProblemText } from '@posthorn/contracts/inbox/reply-problems';
import { assertNever } from '@posthorn/event-sourcing';
import type { CommentEvent } from '../../domain/comment/comment-events.ts';

/** What happened to a comment, as a sentence of its history. */
export function commentSentence(event: CommentEvent): string {
  switch (event.type) {
    case 'CommentReceived':
      return event.data.isBacklog ? 'Found when it was old already.' : 'Received.';
    case 'CommentEdited':
      return 'Edited by its author.';
    case 'CommentDeleted':
      return 'Gone from its platform; its words were erased here.';
    case 'CommentExpired':
      return 'Its words were erased here: the platform lets nobody keep them for longer.';
    case 'CommentSeenAgain':
      return 'Still there.';
    case 'CommentMarkedRead':
      return 'Marked as read.';
    case 'CommentMarkedNew':
      return 'Marked as new.';
    case 'CommentSentimentJudged':
      return `Judged ${event.data.label}.`;
    case 'OwnReplySeen':
      return event.data.remoteId === ''
        ? 'Marked as answered on the platform itself.'
        : 'Answered on the platform itself.';
    case 'AiReplyDrafted':
      return 'A reply was drafted.';
    case 'AiReplySkipped':
      return `No automatic reply. ${autoReplyReasonText(event.data.reason)}`;
    case 'AiReplyDraftDiscarded':
      return 'The draft was discarded.';
    case 'ReplyRequested':
      return event.data.kind === 'ai' ? 'An automatic reply was asked for.' : 'A reply was asked for.';
    case 'ReplyPrepared':
      return 'The reply was prepared.';
    case 'ReplyAttemptStarted':
      return `Attempt ${String(event.data.number)} to send the reply began.`;
    case 'ReplyAttemptNotStarted':
      return 'Nothing was sent; it is tried again.';
    case 'ReplyAccepted':
      return 'The platform took the reply and works on it.';
    case 'ReplySent':
      return event.data.evidence === 'person'
        ? 'The reply is there: a person saw it.'
        : 'The reply is there.';
    case 'ReplyDuplicateDetected':
      return 'The reply is there a second time.';
    case 'ReplyFailed':
      return `The reply was not sent. ${replyProblemText(event.data.reason)}`;
    case 'ReplyUnknown':
      return `Nobody can tell whether the reply arrived. ${replyProblemText(event.data.cause)}`;
    case 'ReplyLookedUp':
      return event.data.result === 'absent'
        ? 'The platform was asked: the reply is not there.'
        : 'The platform was asked and could not tell.';
    case 'ReplyPostponed':
      return `The reply waits. ${replyProblemText(event.data.reason)}`;
    case 'ReplyRetryRequested':
      return 'The reply was to be sent again.';
    case 'ReplyResumed':
      return 'The account is back: the reply goes on.';
    case 'ReplyCancelled':
      return event.data.asDraft
        ? 'The reply became a draft.'
        : 'The reply was taken back before it was sent.';
    case 'CommentModerationRequested':
      return `The platform was to ${event.data.action} it.`;
    case 'CommentModerationAttempted':
      return 'The platform was asked to.';
    case 'CommentModerationPostponed':
      return `That waits. ${replyProblemText(event.data.reason)}`;
    case 'CommentModerationFailed':
      return `That failed. ${replyProblemText(event.data.reason)}`;
    case 'CommentModerationResumed':
      return 'The account is back: that goes on.';
    case 'CommentHidden':
      return event.data.where === 'platform' ? 'Hidden on its platform.' : 'Hidden here.';
    case 'CommentUnhidden':
      return event.data.where === 'platform' ? 'Shown again on its platform.' : 'Shown again here.';
    case 'CommentRemoved':
      return 'Removed from its platform; its words were erased here.';
    default:
      return assertNever(event);
  }
}
