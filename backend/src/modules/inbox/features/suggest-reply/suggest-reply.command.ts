import { AI_REPLY, type AiReplyRequest, type AiReplyView } from '@posthorn/contracts/inbox/ai.http';
import { INBOX_TEXT } from '@posthorn/contracts/inbox/inbox-text';
import { REPLY_CHECK_TEXT } from '@posthorn/contracts/inbox/reply-checks';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#infrastructure/clock.ts';
import { RateLimits, type Limit } from '#infrastructure/http/edge/rate-limits.ts';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { Personalities } from '#modules/identity/ports/personalities.ts';
import { ReplyWriter } from '../../gateways/language-model/reply-writer.ts';
import {
  CommentsForModel,
  type CommentForModel,
} from '../../stores/comments-for-model/comments-for-model.ts';
import { aiBudgetOfDayUsed, aiNotConfigured, noSuggestion, PremiumRequired } from './suggest-reply.errors.ts';

const SUGGESTIONS: Limit = {
  name: 'inbox.ai-suggestion',
  points: AI_REPLY.suggestionsPerHour,
  seconds: 3_600,
  message: INBOX_TEXT.aiBudget,
  code: 'inbox.ai-budget',
};

/**
 * Suggests a reply that a person can check, change and send. @throws PremiumRequired, CommentNotFound, CommentIsGone, RequestRefused 422,
 * 429 or 503
 */
export class SuggestReply extends Command<AiReplyView> {
  constructor(
    readonly userId: string,
    readonly request: AiReplyRequest,
  ) {
    super();
  }
}

@CommandHandler(SuggestReply)
export class SuggestReplyHandler implements ICommandHandler<SuggestReply> {
  constructor(
    private readonly plans: PlanOf,
    private readonly personalities: Personalities,
    private readonly writer: ReplyWriter,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
    private readonly comments: CommentsForModel,
  ) {}

  async execute({ userId, request }: SuggestReply): Promise<AiReplyView> {
    const { aiSuggestions } = await this.plans.entitlementsOf(userId);
    if (!aiSuggestions) throw new PremiumRequired();
    if (!this.writer.isConfigured) throw aiNotConfigured();
    const { recentReplies, ...texts } = await this.#textsOf(userId, request);
    const personality = (await this.personalities.personalityOf(userId)) ?? '';
    await this.limits.take(SUGGESTIONS, userId);
    // A person checks the text before it is sent, and the length limit of the platform applies then.
    const question = { ...texts, personality, lengthMax: null };
    const written = await this.writer.write({ userId, question, recentReplies });
    if (written.kind === 'no-budget') throw aiBudgetOfDayUsed(this.clock.now());
    if (written.kind !== 'text') throw noSuggestion(written);
    const { text, judgement } = written;
    const warningCodes = judgement.reasons;
    return { reply: text, warnings: warningCodes.map((code) => REPLY_CHECK_TEXT[code]), warningCodes };
  }

  /** Loads the comment if the request contains its id. Otherwise uses the texts in the request, as in the first API. */
  async #textsOf(
    userId: string,
    { commentId, commentText = '', postContent = '' }: AiReplyRequest,
  ): Promise<CommentForModel> {
    if (commentId !== undefined) return this.comments.commentOf(userId, commentId);
    return { comment: commentText, post: postContent, inReplyTo: null, recentReplies: [] };
  }
}
