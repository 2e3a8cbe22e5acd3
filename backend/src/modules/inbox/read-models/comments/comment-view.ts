import type {
  CommentView,
  GroupTitle,
  ReplyProblem,
  ReplyState,
  ReplyView,
  Sentiment,
} from '@posthorn/contracts/inbox/comments.http';
import { INBOX_TEXT } from '@posthorn/contracts/inbox/inbox-text';
import { WHY_NO_REPLY } from '@posthorn/contracts/inbox/why-texts';
import { PLATFORM_NAMES } from '@posthorn/contracts/shared/platform-names';
import { platformWords } from '@posthorn/contracts/shared/publication-reasons';
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

/** The maximum length, in code points, of the part of a post's text that is the title of a group. */
const TITLE_MAX = 200;

/** Current facts that a view needs in addition to the row. */
export type ViewContext = Readonly<{
  accountName: string;
  isConnected: boolean;
  isBlocked: boolean;
  abilities: CurrentAbilities;
  /** When the model writes the automatic reply; null: no automatic reply comes. */
  autoReplyAt: string | null;
}>;

export function commentView(row: ShownComment, context: ViewContext): CommentView {
  const { state } = row;
  const { seen, reply, gone, hidden } = state;
  const { handle = '', name = null } = seen?.author ?? {};
  const abilities = abilitiesNow(state, context);
  return {
    id: row.comment_id,
    postId: row.post_id,
    platform: row.platform,
    accountId: row.account_id,
    accountName: context.accountName,
    commenterUsername: handle,
    commenterName: name,
    commentText: row.text,
    status: row.status,
    replyText: reply?.sent ? reply.text : null,
    sentiment: sentimentIn(row),
    createdAt: row.created_at,
    permalink: gone === null ? (seen?.permalink ?? null) : null,
    group: { key: row.group_key, ...titleOf(row) },
    isReply: seen?.parentRemoteId != null,
    edited: seen?.isEdited ?? false,
    gone: gone !== null,
    hidden: hidden ?? false,
    moderation: moderationOf(state),
    blocked: context.isBlocked,
    reply: replyOf(state),
    autoReplyAt: context.autoReplyAt,
    can: canOf(abilities),
    ...whyNotOf(row, abilities),
    openUrl: abilities.openUrl,
  };
}

function whyNotOf({ platform }: ShownComment, { whyNot }: CurrentAbilities) {
  const values = { platform: PLATFORM_NAMES[platform] };
  return { whyNot, whyNotCode: whyNot && codeSaying(WHY_NO_REPLY, whyNot, values) };
}

/** Without a separate agreement, the terms of YouTube forbid own metrics about texts of its users. So the sentiment is always neutral. */
function sentimentIn({ platform, state: { judged, seen }, text }: ShownComment): Sentiment {
  if (platform === 'youtube') return 'neutral';
  return judged && judged.textMac === seen?.textMac ? judged.label : sentimentOf(text);
}

/** Returns the title of a group: the text of its post, or a general title. */
export function titleOf({ post_id: postId, title }: Pick<GroupRow, 'post_id' | 'title'>): GroupTitle {
  if (title !== null && title.trim() !== '') return { title: Array.from(title).slice(0, TITLE_MAX).join('') };
  return postId === null
    ? { title: INBOX_TEXT.otherPost, titleCode: 'other-post' }
    : { title: INBOX_TEXT.post(postId), titleCode: 'post' };
}

const noAbilities = (whyNot: string): CurrentAbilities => ({
  reply: 'no',
  whyNot,
  openUrl: null,
  hide: 'here',
  remove: false,
});

/** What the user can do now. A deleted comment allows no actions, and a comment gets only one reply. */
function abilitiesNow(state: Comment, { abilities, isConnected }: ViewContext): CurrentAbilities {
  const { gone, isExpired, seen, reply } = state;
  if (gone !== null) return noAbilities(INBOX_TEXT.gone);
  const none = { reply: 'no', openUrl: null } as const;
  if (isAnswered(state) || (reply && !isFailedOrCancelled(reply)))
    return { ...abilities, ...none, whyNot: INBOX_TEXT.alreadyReplied };
  if (isExpired) {
    const openUrl = seen?.permalink ?? null;
    return { ...abilities, reply: openUrl === null ? 'no' : 'open', openUrl, whyNot: INBOX_TEXT.expired };
  }
  return isConnected ? abilities : { ...noAbilities(INBOX_TEXT.accountGone), hide: abilities.hide };
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

/** Returns the draft or the reply that the view shows. If there is a draft, the reply is only the cancelled one that the draft replaces. */
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
 * Returns the next time in the course of a reply. For a reply of unknown outcome: the end of the look-ups, or the next look-up if no end is known.
 * Null: Posthorn does nothing more without a person.
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
  return code === null ? null : { code, message: replyProblemText(code), words: platformWords(code, words) };
}
