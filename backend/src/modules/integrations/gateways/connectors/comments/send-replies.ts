import type { Platform } from '@posthorn/contracts/shared/platform';
import { Injectable } from '@nestjs/common';
import type { OutgoingReply } from '#connectors/contract/comments.ts';
import { refused } from '#connectors/kit/outcomes.ts';
import { FinalCalls } from '../publish/final-calls.ts';
import { storableRefs } from '../publish/storable-outcome.ts';
import { AccountSession } from '../publish/account-session.ts';
import type {
  CallOutcome,
  LookUpOutcome,
  PrepareOutcome,
  PublishRefs,
  Unsent,
} from '../../../ports/publishing.ts';
import { RepliesOnPlatforms, type ReplyRepetition } from '../../../ports/replies-on-platforms.ts';
import { CommentAccounts } from './comment-accounts.ts';

const NOT_OFFERED = refused('not-allowed', null, false);

/** Sends replies through the connectors. */
@Injectable()
export class SendReplies extends RepliesOnPlatforms {
  constructor(
    private readonly accounts: AccountSession,
    private readonly comments: CommentAccounts,
    private readonly calls: FinalCalls,
  ) {
    super();
  }

  override repetitionOf(platform: Platform): ReplyRepetition {
    const connector = this.comments.connectorOf(platform);
    return {
      rule: connector?.replyRule ?? 'never',
      visibleAfterMs: 1000 * (connector?.replyVisibilitySeconds ?? 0),
      isLateCallHarmless: connector?.lateReplyIsHarmless ?? false,
    };
  }

  override async prepare(
    platform: Platform,
    reply: OutgoingReply,
    refs: PublishRefs | null,
    save: (refs: PublishRefs) => Promise<void>,
    signal: AbortSignal,
  ): Promise<PrepareOutcome> {
    const connector = this.comments.connectorOf(platform);
    if (!connector) return NOT_OFFERED;
    const saveStorable = (newRefs: PublishRefs) => save(storableRefs(newRefs));
    return this.accounts.withAccount<PrepareOutcome>(
      reply,
      (access) => connector.prepareReply(access, reply, refs, saveStorable, signal),
      { words: [reply, refs], isRepeatable: true },
    );
  }

  override async call(
    platform: Platform,
    reply: OutgoingReply,
    refs: PublishRefs,
    signal: AbortSignal,
  ): Promise<CallOutcome & Unsent> {
    const connector = this.comments.connectorOf(platform);
    if (!connector) return { ...NOT_OFFERED, unsent: true };
    return this.calls.make(reply, [reply, refs], (access) => connector.reply(access, reply, refs, signal));
  }

  override async lookUp(
    platform: Platform,
    reply: OutgoingReply,
    refs: PublishRefs,
    attemptStartedAt: string,
  ): Promise<LookUpOutcome> {
    const connector = this.comments.connectorOf(platform);
    if (!connector) return { kind: 'cannot-tell' };
    return this.calls.lookUp(reply, [reply, refs], (access) =>
      connector.lookUpReply(access, reply, refs, attemptStartedAt),
    );
  }
}
