import type { NoAutoReply, OnlyDraft } from '@posthorn/contracts/inbox/auto-reply-reasons';
import type { ReplyCheck } from '@posthorn/contracts/inbox/reply-checks';
import { DAY_MS, HOUR_MS } from '@posthorn/contracts/shared/durations';
import type { Comment } from '../comment/comment.ts';
import { hasInstructions } from '../judging/instructions.ts';
import { hasProfanity } from '../judging/profanity.ts';
import { hasRiskWords } from '../judging/risks.ts';
import { looksLikeSpam } from '../judging/spam.ts';
import { sentimentOf } from '../comment/sentiment.ts';
import { whyNoAutoReply, whyOnlyDraft, type AutoReplyFacts } from './why-no-auto-reply.ts';

type Counted = 'now' | 'isAuthorAnswered' | 'repliesToPublication' | 'repliesLastHour' | 'repliesLastDay';
/** A comment of one post, without the facts that follow from the comments before it. */
export type DryRunComment = Omit<AutoReplyFacts, Counted> &
  Readonly<{ accountId: number; requireApproval: boolean; isAllowedByPlatform: boolean }>;
export type DryRunResult = Readonly<{
  outcome: 'reply' | 'draft' | 'skip';
  reason: NoAutoReply | OnlyDraft | ReplyCheck | null;
}>;

/** Checks of the comment's text. If one applies, the reply is only a draft. */
const TEXT_CHECKS: readonly (readonly [ReplyCheck, (text: string) => boolean])[] = [
  ['spam', looksLikeSpam],
  ['instructions-in-comment', hasInstructions],
  ['profanity', hasProfanity],
  ['risk', hasRiskWords],
];

/**
 * Shows what automatic replies would have done with these comments of one post, oldest first. All limits apply, and all checks that need no
 * model. The dry run ignores what people have read or answered after the comments arrived. It does not call the model, so it counts each reply
 * as sent.
 */
export function dryRun(comments: readonly DryRunComment[]): readonly DryRunResult[] {
  const sent: { accountId: number; authorMac: string; at: number }[] = [];
  return comments.map((candidate) => {
    const { accountId, requireApproval, isAllowedByPlatform, ...facts } = candidate;
    const { seen } = facts.comment;
    const at = seen ? Date.parse(seen.createdAt) : 0;
    const authorMac = seen?.authorMac ?? '';
    const sentByAccount = sent.filter((other) => other.accountId === accountId);
    const why = whyNoAutoReply({
      ...facts,
      comment: asReceived(facts.comment),
      now: new Date(at),
      isAuthorAnswered: sentByAccount.some((other) => other.authorMac === authorMac),
      repliesToPublication: sentByAccount.length,
      repliesLastHour: sentByAccount.filter((other) => at - other.at < HOUR_MS).length,
      repliesLastDay: sent.filter((other) => at - other.at < DAY_MS).length,
    });
    if (why !== null) return { outcome: 'skip', reason: why };
    const [draft] = [
      ...whyOnlyDraft({
        mode: facts.mode,
        requireApproval,
        isAllowedByPlatform,
        sentiment: sentimentOf(facts.text),
      }),
      ...TEXT_CHECKS.flatMap(([check, applies]) => (applies(facts.text) ? [check] : [])),
    ];
    if (draft !== undefined) return { outcome: 'draft', reason: draft };
    sent.push({ accountId, authorMac, at });
    return { outcome: 'reply', reason: null };
  });
}

const asReceived = (comment: Comment): Comment => ({
  ...comment,
  status: 'new',
  reply: null,
  earlier: [],
  answeredOutside: [],
});
