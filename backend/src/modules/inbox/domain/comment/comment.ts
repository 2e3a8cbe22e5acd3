import type { CommentStatus, Sentiment } from '@posthorn/contracts/inbox/comments.http';
import { assertNever, type Stream } from '@posthorn/event-sourcing';
import type { CommentEvent, CommentReceived } from './comment-events.ts';
import type { CommentId } from './comment-id.ts';
import { commentShapes } from './comment-shapes.ts';
import { isOfModeration, moderationAfter, type Moderation } from './moderation.ts';
import type { DraftEvent, ReplyDeliveryEvent } from './reply-events.ts';
import { replyAfter, type Reply } from './reply.ts';

/** A text that the model wrote. A person may send it. */
type Draft = Readonly<{
  replyId: string;
  text: string;
  forTextMac: string;
  reasons: readonly string[];
}>;

/** What Posthorn last read of the comment on its platform. */
type Seen = Pick<
  CommentReceived['data'],
  | 'postRemoteId'
  | 'key'
  | 'remoteId'
  | 'remoteRefs'
  | 'parentRemoteId'
  | 'author'
  | 'authorMac'
  | 'textMac'
  | 'createdAt'
  | 'editedAt'
  | 'permalink'
> &
  /** `textSeenAt`: when Posthorn first read the current text. */
  Readonly<{ textSeenAt: string; lastSeenAt: string; isEdited: boolean }>;

export type Comment = Readonly<{
  id: CommentId | null;
  status: CommentStatus;
  /** Null before the comment was received. */
  seen: Seen | null;
  /** Who deleted the comment on its platform. */
  gone: 'platform' | 'owner' | null;
  /** When the reading started that found the deletion; null: it is not deleted, or the owner removed it. Rows of earlier releases lack it. */
  goneAt?: string | null;
  /** Posthorn may not keep the text any longer. */
  isExpired: boolean;
  isBacklog: boolean;
  /** The model's judgement of the text with this digest. */
  judged: Readonly<{ label: Sentiment; textMac: string }> | null;
  draft: Draft | null;
  /** Why the comment gets no automatic reply. */
  skipped: string | null;
  /** The current reply: the sent one, or the last that was requested. */
  reply: Reply | null;
  /** Earlier replies that failed or were cancelled. One of them may still turn out to be on the platform. */
  earlier: readonly Reply[];
  /** Remote ids of the owner's replies that Posthorn did not send. */
  answeredOutside: readonly string[];
  /** Where the comment is hidden: on its platform too, or only in Posthorn. */
  hidden: 'platform' | 'here' | null;
  /** A person has hidden the comment in this inbox, and Posthorn has not hidden it on its platform afterwards. */
  isHiddenHere: boolean;
  /** The platform does not show the comment to the public, as far as Posthorn knows. */
  isHiddenThere: boolean;
  /** When the comment was last hidden or shown. */
  hiddenAt: string | null;
  moderation: Moderation | null;
}>;

const initial: Comment = {
  id: null,
  status: 'new',
  seen: null,
  gone: null,
  goneAt: null,
  isExpired: false,
  isBacklog: false,
  judged: null,
  draft: null,
  skipped: null,
  reply: null,
  earlier: [],
  answeredOutside: [],
  hidden: null,
  isHiddenHere: false,
  isHiddenThere: false,
  hiddenAt: null,
  moderation: null,
};

export const commentStream: Stream<Comment, CommentEvent> = {
  category: 'comment',
  initial,
  evolve(before, event) {
    const { commentId, ownerId, accountId, platform } = event.data;
    const current: Comment = { ...before, id: before.id ?? { commentId, ownerId, accountId, platform } };
    if (isOfModeration(event)) return moderated(current, event);
    switch (event.type) {
      case 'CommentReceived':
        return received(current, event.data);
      case 'CommentEdited': {
        const { textMac, editedAt, seenAt } = event.data;
        const seen = current.seen && {
          ...current.seen,
          textMac,
          editedAt: editedAt ?? current.seen.editedAt,
        };
        return {
          ...current,
          seen: seen && { ...seen, isEdited: true, textSeenAt: seenAt, lastSeenAt: seenAt },
        };
      }
      case 'CommentDeleted':
        return { ...current, gone: event.data.by, goneAt: event.data.seenAt, draft: null };
      case 'CommentExpired':
        return { ...current, isExpired: true };
      case 'CommentSeenAgain':
        return { ...current, seen: current.seen && { ...current.seen, lastSeenAt: event.data.seenAt } };
      case 'CommentMarkedRead':
        return { ...current, status: isAnswered(current) ? current.status : 'read' };
      case 'CommentMarkedNew':
        return { ...current, status: isAnswered(current) ? current.status : 'new' };
      case 'CommentSentimentJudged': {
        const { label, textMac } = event.data;
        return { ...current, judged: { label, textMac } };
      }
      case 'OwnReplySeen': {
        const { remoteId } = event.data;
        const outside = remoteId === '' ? [] : [remoteId];
        return {
          ...answered(current, 'manual_reply'),
          answeredOutside: [...current.answeredOutside, ...outside],
        };
      }
      case 'AiReplyDrafted':
      case 'AiReplySkipped':
      case 'AiReplyDraftDiscarded':
        return drafted(current, event);
      case 'ReplyRequested':
      case 'ReplyPrepared':
      case 'ReplyAttemptStarted':
      case 'ReplyAttemptNotStarted':
      case 'ReplyAccepted':
      case 'ReplySent':
      case 'ReplyDuplicateDetected':
      case 'ReplyFailed':
      case 'ReplyUnknown':
      case 'ReplyLookedUp':
      case 'ReplyPostponed':
      case 'ReplyRetryRequested':
      case 'ReplyResumed':
      case 'ReplyCancelled':
        return replied(current, event);
      default:
        return assertNever(event);
    }
  },
  shapes: commentShapes,
};

/** Returns whether the comment was answered. An answered comment keeps its status. */
export const isAnswered = ({ status }: Pick<Comment, 'status'>): boolean =>
  status === 'ai_reply' || status === 'manual_reply';

/** Returns true if the comment was edited after the draft was written. */
export const isStale = ({ draft, seen }: Comment): boolean =>
  draft !== null && seen !== null && draft.forTextMac !== seen.textMac;

function received(current: Comment, data: CommentReceived['data']): Comment {
  const { postRemoteId, key, remoteId, remoteRefs, parentRemoteId, author, authorMac } = data;
  const { textMac, createdAt, editedAt, permalink, seenAt, isBacklog } = data;
  return {
    ...current,
    status: isBacklog ? 'read' : 'new',
    isBacklog,
    seen: {
      postRemoteId,
      key,
      remoteId,
      remoteRefs,
      parentRemoteId,
      author,
      authorMac,
      textMac,
      createdAt,
      editedAt,
      permalink,
      textSeenAt: seenAt,
      lastSeenAt: seenAt,
      isEdited: editedAt !== null,
    },
  };
}

const answered = (current: Comment, status: 'ai_reply' | 'manual_reply'): Comment => ({
  ...current,
  status: isAnswered(current) ? current.status : status,
  draft: null,
});

function drafted(current: Comment, event: DraftEvent): Comment {
  switch (event.type) {
    case 'AiReplyDrafted': {
      const { replyId, text, forTextMac, reasons } = event.data;
      return { ...current, draft: { replyId, text, forTextMac, reasons } };
    }
    case 'AiReplySkipped':
      return { ...current, skipped: event.data.reason };
    case 'AiReplyDraftDiscarded':
      return current.draft?.replyId === event.data.replyId ? { ...current, draft: null } : current;
  }
}

function replied(current: Comment, event: ReplyDeliveryEvent): Comment {
  if (event.type === 'ReplyRequested') {
    const before = current.reply ? [...current.earlier, current.reply] : current.earlier;
    // A cancelled reply that became a draft keeps its id when a person sends the draft.
    const earlier = before.filter(({ replyId }) => replyId !== event.data.replyId);
    return { ...current, draft: null, reply: replyAfter(null, event), earlier };
  }
  const after: Comment = {
    ...current,
    reply: replyAfter(current.reply, event),
    earlier: current.earlier.map((reply) => replyAfter(reply, event) ?? reply),
  };
  if (event.type === 'ReplySent')
    return answered(after, event.data.kind === 'ai' ? 'ai_reply' : 'manual_reply');
  if (event.type !== 'ReplyCancelled' || !event.data.asDraft) return after;
  const reply = after.reply?.replyId === event.data.replyId ? after.reply : null;
  if (!reply) return after;
  const { replyId, text, forTextMac } = reply;
  return { ...after, draft: { replyId, text, forTextMac, reasons: [event.data.reason] } };
}

function moderated(before: Comment, event: Parameters<typeof moderationAfter>[1]): Comment {
  const current = { ...before, moderation: moderationAfter(before.moderation, event) };
  if (event.type === 'CommentHidden') {
    const { where, attemptId, at: hiddenAt } = event.data;
    if (where === 'here') return { ...current, isHiddenHere: true, hidden: 'here', hiddenAt };
    const isHiddenHere = current.isHiddenHere && attemptId === null;
    return { ...current, isHiddenHere, isHiddenThere: true, hidden: 'platform', hiddenAt };
  }
  if (event.type === 'CommentUnhidden') {
    const { where, at: hiddenAt } = event.data;
    if (where === 'here') return { ...current, isHiddenHere: false, hidden: null, hiddenAt };
    return { ...current, isHiddenThere: false, hidden: current.isHiddenHere ? 'here' : null, hiddenAt };
  }
  return event.type === 'CommentRemoved' ? { ...current, gone: 'owner', draft: null } : current;
}
