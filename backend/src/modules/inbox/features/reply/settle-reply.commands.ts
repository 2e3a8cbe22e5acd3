import type { Platform } from '@posthorn/contracts/shared/platform';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { AccountConnections } from '#modules/integrations/ports/account-connections.ts';
import { CommentRules } from '#modules/integrations/ports/comment-rules.ts';
import {
  PlatformOfReplyCannotBeAsked,
  ReplyAccountIsNotConnected,
  ReplyCannotBeRetried,
} from '../../domain/comment/inbox.errors.ts';
import { commentStream, type Comment } from '../../domain/comment/comment.ts';
import { confirmAnswer, retryReply, cancelReplyOrDraft } from '../../domain/comment/replying.ts';
import { knownComment } from '../../read-models/comments/known-comment.ts';
import { OwnComments } from '../../read-models/comments/own-comments.ts';
import { LookUpReplyNow } from './look-up-reply-now.ts';
import { ReplyContexts } from '../../effects/replies/reply-contexts.ts';

/** Looks up a reply of unknown outcome on its platform, immediately. */
export class CheckReply extends Command<void> {
  constructor(
    readonly userId: string,
    readonly commentId: number,
  ) {
    super();
  }
}

@CommandHandler(CheckReply)
export class CheckReplyHandler implements ICommandHandler<CheckReply> {
  constructor(
    private readonly comments: OwnComments,
    private readonly lookUp: LookUpReplyNow,
  ) {}

  async execute({ userId, commentId }: CheckReply): Promise<void> {
    const { id, comment } = await this.comments.find(userId, commentId);
    await this.lookUp.ask(id, comment);
  }
}

/**
 * Requests another attempt for a failed reply, or for an unknown reply that a person did not find on the platform. If the platform
 * supports look-ups, Posthorn first looks the unknown reply up, so that no second reply appears.
 */
export class RetryReply extends Command<void> {
  constructor(
    readonly userId: string,
    readonly commentId: number,
    readonly atOwnRisk: boolean,
  ) {
    super();
  }
}

@CommandHandler(RetryReply)
export class RetryReplyHandler implements ICommandHandler<RetryReply> {
  constructor(
    private readonly comments: OwnComments,
    private readonly lookUp: LookUpReplyNow,
    private readonly contexts: ReplyContexts,
    private readonly writer: StreamWriter,
    private readonly accounts: AccountConnections,
  ) {}

  /** @throws the errors of `retryReply`; ReplyAccountIsNotConnected; PlatformOfReplyCannotBeAsked when a needed look-up failed */
  async execute({ userId, commentId, atOwnRisk }: RetryReply): Promise<void> {
    const { id, comment } = await this.comments.find(userId, commentId);
    const { reply } = comment;
    if (!reply) throw new ReplyCannotBeRetried();
    const context = await this.contexts.contextOf(id.platform, reply);
    // This call only checks: errors about the reply come before errors about the account.
    if (reply.effect.status !== 'unknown') retryReply(comment, id, { atOwnRisk, isLookedUp: false }, context);
    const account = await this.accounts.connectionOf(id.accountId, userId);
    if (account === 'disconnected') throw new ReplyAccountIsNotConnected();
    let isLookedUp = false;
    if (reply.effect.status === 'unknown' && context.rule === 'after-negative-look-up') {
      const { comment: updated, answer: lookUpResult } = await this.lookUp.ask(id, comment);
      const status = updated.reply?.effect.status;
      // The look-up found the reply, or did not find it and planned the next attempt.
      if (status !== 'unknown' && status !== 'failed') return;
      if (lookUpResult === 'failed') throw new PlatformOfReplyCannotBeAsked();
      // Only a look-up that did not find the reply makes a retry safe.
      isLookedUp = status === 'unknown' && (lookUpResult === 'absent' || lookUpResult === 'pending');
    }
    const currentContext = await this.contexts.contextOf(id.platform, reply);
    await this.writer.decide(commentStream, commentId, (current) =>
      retryReply(current, id, { atOwnRisk, isLookedUp }, currentContext),
    );
  }
}

/** Records that a person saw the reply on the platform, or wrote it on the platform. */
export class ConfirmReply extends Command<void> {
  constructor(
    readonly userId: string,
    readonly commentId: number,
    readonly permalink: string | null,
  ) {
    super();
  }
}

@CommandHandler(ConfirmReply)
export class ConfirmReplyHandler implements ICommandHandler<ConfirmReply> {
  constructor(
    private readonly comments: OwnComments,
    private readonly writer: StreamWriter,
    private readonly rules: CommentRules,
    private readonly clock: DatabaseClock,
  ) {}

  async execute({ userId, commentId, permalink }: ConfirmReply): Promise<void> {
    const { id, comment } = await this.comments.find(userId, commentId);
    const canReplyInPosthorn = this.#canReplyInPosthorn(id.platform, comment);
    const now = await this.clock.now();
    await this.writer.decide(commentStream, commentId, (current) =>
      confirmAnswer(current, id, { permalink, canReplyInPosthorn }, now),
    );
  }

  /** Returns whether people can reply to this comment in Posthorn. If the text of the comment has expired, people can reply only on the platform. */
  #canReplyInPosthorn(platform: Platform, comment: Comment): boolean {
    const known = comment.isExpired ? null : knownComment(comment);
    if (!known) return false;
    const [can] = this.rules.abilitiesOf(platform, [known]);
    return can?.reply === 'send';
  }
}

/** Cancels a reply that was not yet sent, or discards a draft. */
export class CancelReply extends Command<void> {
  constructor(
    readonly userId: string,
    readonly commentId: number,
  ) {
    super();
  }
}

@CommandHandler(CancelReply)
export class CancelReplyHandler implements ICommandHandler<CancelReply> {
  constructor(
    private readonly comments: OwnComments,
    private readonly writer: StreamWriter,
    private readonly clock: DatabaseClock,
  ) {}

  async execute({ userId, commentId }: CancelReply): Promise<void> {
    const { id } = await this.comments.find(userId, commentId);
    const now = await this.clock.now();
    await this.writer.decide(commentStream, commentId, (comment) => cancelReplyOrDraft(comment, id, now));
  }
}
