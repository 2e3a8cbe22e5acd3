import type { Sentiment } from '@posthorn/contracts/inbox/comments.http';
import { Injectable } from '@nestjs/common';
import { judgeReply, type Judgement } from '../../domain/judging/judge-reply.ts';
import type { ModelFailure } from './model-answer.ts';
import { ReplyModel, type ModelReply } from './reply-model.ts';
import type { ReplyQuestion } from './reply-prompt.ts';
import { AiBudget, type ExhaustedBudget } from './ai-budget.ts';

export type ReplyAssignment = Readonly<{
  userId: string;
  question: ReplyQuestion;
  /** The last replies of the account, at most 20. */
  recentReplies: readonly string[];
}>;

type Origin = Pick<ModelReply, 'model' | 'promptVersion'>;
/** `skip`: the model sees no reason to reply. `text`: a text that the checks did not drop, with their judgement. */
export type WrittenReply = Readonly<
  | ({
      kind: 'text';
      text: string;
      judgement: Exclude<Judgement, { verdict: 'drop' }>;
      /** The sentiment of the comment, as the model judged it. */
      sentiment: Sentiment;
    } & Origin)
  | ({ kind: 'skip' | 'dropped' } & Origin)
  | { kind: 'failure'; code: ModelFailure }
  | { kind: 'no-budget'; short: ExhaustedBudget }
>;

/**
 * Requests one reply from the model, within the token budget, and judges the reply. The request itself is not an effect with recorded
 * attempts. It sends nothing to the platform, and a repeated request does no harm. The caller sends the text as an effect.
 */
@Injectable()
export class ReplyWriter {
  constructor(
    private readonly model: ReplyModel,
    private readonly budget: AiBudget,
  ) {}

  get isConfigured(): boolean {
    return this.model.isConfigured;
  }

  async write({ userId, question, recentReplies }: ReplyAssignment): Promise<WrittenReply> {
    if (!this.model.isConfigured) return { kind: 'failure', code: 'not-configured' };
    const reserved = await this.budget.reserve(userId);
    if (typeof reserved === 'string') return { kind: 'no-budget', short: reserved };
    const reply = await this.model.ask(question);
    await this.budget.settle(reserved, reply.tokens);
    return judgedReply(reply, question, recentReplies);
  }
}

function judgedReply(
  reply: ModelReply,
  question: ReplyQuestion,
  recentReplies: readonly string[],
): WrittenReply {
  const { answer, prompt, moderated, model, promptVersion } = reply;
  const origin = { model, promptVersion };
  if (answer.kind === 'failure') return { kind: 'failure', code: answer.code };
  if (answer.kind === 'skip') return { kind: 'skip', ...origin };
  const judgement = judgeReply(answer.text, {
    comment: question.comment,
    post: question.post,
    systemText: prompt.system,
    secrets: prompt.secrets,
    lengthMax: question.lengthMax,
    recentReplies,
    needsPerson: answer.kind === 'needs-person',
    flags: answer.flags,
    moderated,
  });
  if (judgement.verdict === 'drop') return { kind: 'dropped', ...origin };
  return { kind: 'text', text: answer.text, judgement, sentiment: answer.sentiment, ...origin };
}
