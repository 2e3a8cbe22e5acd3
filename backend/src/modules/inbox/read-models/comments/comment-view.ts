import type {
  CommentView,
  ReplyProblem,
  ReplyState,
  ReplyView,
  Sentiment,
} from '@posthorn/contracts/inbox/comments.http';
import { INBOX_TEXT } from '@posthorn/contracts/inbox/inbox-text';
import { WHY_NO_REPLY } from '@posthorn/contracts/inbox/why-texts';
import { PLATFORM_NAMES } from '@posthorn/contracts/shared/platform-names';
import { codeSaying } from '@posthorn/contracts/shared/said';
import { autoReplyReasonText } from '@posthorn/contracts/inbox/auto-reply-reasons';
import { replyProblemText } from '@posthorn/contracts/inbox/reply-problems';
import type { Effect } from '#infrastructure/effects/attempt/effect.ts';
import type { CurrentAbilities } from '#modules/integrations/ports/comment-rules.ts';
import { isAnswered, isStale, type Comment } from '../../domain/comment/comment.ts';
import { isFailedOrCancelled, type Reply } from '../../domain/comment/reply.ts';
import { sentimentOf } from '../../domain/comment/sentiment.ts';
import type { GroupRow } from './comment-groups.ts';
import type { ShownComment } from './comment-pages.ts';

/** In UTF-16 units: the part of a post's text that names a group. */
const TITLE_MAX = 200;

/** What else a view needs: the current name of the account, whether it is connected, and what its platform allows. */
export type ViewContext = Readonly<{
  accountName: string;
  isConnected: boolean;
  isBlocked: boolean;
  abilities: CurrentAbilities;
  /** When its automatic reply is written; null: none is coming. */
  autoReplyAt: string | null;
}>;

export function commentView(row: ShownComment, around: ViewContext): CommentView {
  const { state } = row;
  const { seen, reply, gone, hidden } = state;
  const { handle = '', name = null } = seen?.author ?? {};
  const abilities = abilitiesNow(state, around);
  return {
    id: row.comment_id,
    postId: row.post_id,
    platform: row.platform,
    accountId: row.account_id,
    accountName: around.accountName,
    commenterUsername: handle,
    commenterName: name,
    commentText: row.text,
    status: row.status,
    replyText: reply?.sent ? reply.text : null,
    sentiment: sentimentIn(row),
    createdAt: row.created_at,
    permalink: gone === null ? (seen?.permalink ?? null) : null,
    group: { key: row.group_key, title: titleOf(row) },
    isReply: seen?.parentRemoteId != null,
    edited: seen?.isEdited ?? false,
    gone: gone !== null,
    hidden: hidden ?? false,
    moderation: moderationOf(state),
    blocked: around.isBlocked,
    reply: replyOf(state),
    autoReplyAt: around.autoReplyAt,
    can: canOf(abilities),
    ...whyNotOf(row, abilities),
    openUrl: abilities.openUrl,
  };
}

function whyNotOf({ platform }: ShownComment, { whyNot }: CurrentAbilities) {
  const values = { platform: PLATFORM_NAMES[platform] };
  return { whyNot, whyNotCode: whyNot && codeSaying(WHY_NO_REPLY, whyNot, values) };
}

/** YouTube's terms forbid own metrics about its users' texts without a separate agreement. */
function sentimentIn({ platform, state: { judged, seen }, text }: ShownComment): Sentiment {
  if (platform === 'youtube') return 'neutral';
  return judged && judged.textMac === seen?.textMac ? judged.label : sentimentOf(text);
}

/** The title of the group of these comments. */
export function titleOf({ post_id: postId, title }: Pick<GroupRow, 'post_id' | 'title'>): string {
  if (title !== null && title.trim() !== '') return Array.from(title).slice(0, TITLE_MAX).join('');
  return postId === null ? INBOX_TEXT.otherPost : INBOX_TEXT.post(postId);
}

const no = (whyNot: string): CurrentAbilities => ({
  reply: 'no',
  whyNot,
  openUrl: null,
  hide: 'here',
  remove: false,
});

/** A deleted comment allows no actions, and a comment gets one reply. */
function abilitiesNow(state: Comment, { abilities, isConnected }: ViewContext): CurrentAbilities {
  const { gone, isExpired, seen, reply } = state;
  if (gone !== null) return no(INBOX_TEXT.gone);
  const none = { reply: 'no', openUrl: null } as const;
  if (isAnswered(state) || (reply && !isFailedOrCancelled(reply)))
    return { ...abilities, ...none, whyNot: INBOX_TEXT.alreadyReplied };
  if (isExpired) {
    const openUrl = seen?.permalink ?? null;
    return { ...abilities, reply: openUrl === null ? 'no' : 'open', openUrl, whyNot: INBOX_TEXT.expired };
  }
  return isConnected ? abilities : { ...no(INBOX_TEXT.accountGone), hide: abilities.hide };
}

const canOf = ({ reply, hide, remove, replyMax }: CurrentAbilities): CommentView['can'] => ({
  reply,
  hide,
  remove,
  ...(reply === 'send' && replyMax !== undefined && { replyMax }),
});

function moderationOf({ moderation }: Comment): CommentView['moderation'] {
  if (!moderation || moderation.effect.status === 'done') return null;
  const { action, effect } = moderation;
  const state = effect.status === 'failed' ? 'failed' : 'requested';
  return { action, state, problem: problemOf(effect) };
}

/** A draft hides only the cancelled reply that it replaces. */
function replyOf(state: Comment): ReplyView | null {
  const { draft, reply } = state;
  if (!draft) return reply && shownReply(reply);
  const { replyId: id, text, reasons } = draft;
  return {
    id,
    kind: 'ai',
    state: 'draft',
    text,
    permalink: null,
    sentAt: null,
    problem: null,
    until: null,
    stale: isStale(state),
    reasons: reasons.map(autoReplyReasonText),
    reasonCodes: reasons,
  };
}

const shownReply = (reply: Reply): ReplyView => {
  const { replyId: id, kind, text, sent, effect } = reply;
  return {
    id,
    kind,
    state: stateOf(effect),
    text,
    permalink: sent?.permalink ?? null,
    sentAt: sent?.sentAt ?? null,
    problem: problemOf(effect),
    until: untilOf(reply),
    stale: false,
    reasons: [],
    reasonCodes: [],
  };
};

/**
 * For a reply in doubt: until when it is looked up, or the time of the next look-up where there is no end.
 * Null: Posthorn does nothing more by itself.
 */
function untilOf({ sent, effect, lookUntil = null }: Reply): string | null {
  if (sent || effect.dueAt === null) return null;
  return effect.status === 'unknown' ? (lookUntil ?? effect.dueAt) : effect.dueAt;
}

const STATES: Readonly<Record<Effect['status'], ReplyState>> = {
  scheduled: 'waiting',
  retrying: 'waiting',
  attempting: 'sending',
  accepted: 'sending',
  unknown: 'unknown',
  done: 'sent',
  failed: 'failed',
  cancelled: 'cancelled',
};
const stateOf = ({ status }: Effect): ReplyState => STATES[status];

function problemOf({ status, unclear, waitsFor, lastReason, lastWords: words }: Effect): ReplyProblem | null {
  if (status === 'done' || status === 'cancelled') return null;
  const code = status === 'unknown' ? unclear : (waitsFor ?? lastReason);
  return code === null ? null : { code, message: replyProblemText(code), words };
}
