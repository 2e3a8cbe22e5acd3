import {
  cancelReply,
  checkReply,
  confirmReply,
  replyToComment,
  retryReply,
  type CommentView,
} from '@posthorn/contracts/inbox/comments.http';
import { CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import { Body, Controller, Delete, HttpCode, Param, Post, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { CommentIdPipe } from '../../read-models/comments/comment-id.pipe.ts';
import { OwnerDecisions } from '../../stores/comments/owner-decisions.ts';
import { ConfirmReplyDto, ReplyDto, RetryReplyDto } from './replies.dto.ts';
import { ReplyProof } from '../../effects/replies/reply-proof.ts';
import { RequestReply } from './request-reply.command.ts';
import { CancelReply, CheckReply, ConfirmReply, RetryReply } from './settle-reply.commands.ts';

/** Replies to comments: request, look-up, retry, confirmation and cancellation. */
@Controller()
export class RepliesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly comments: OwnerDecisions,
    private readonly proof: ReplyProof,
  ) {}

  @Post(replyToComment.path)
  async reply(
    @CurrentUserId() userId: string,
    @Param('id', CommentIdPipe) id: number,
    @Body() { replyText: text, replyId, draftId }: ReplyDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CommentView> {
    const request = { text, replyId: replyId ?? null, draftId: draftId ?? null };
    await this.commands.execute(new RequestReply(userId, id, request));
    response.status((await this.proof.waitForProof(id)) ? 200 : 202);
    return this.#view(userId, id);
  }

  @Post(checkReply.path)
  @HttpCode(200)
  async check(@CurrentUserId() userId: string, @Param('id', CommentIdPipe) id: number): Promise<CommentView> {
    await this.commands.execute(new CheckReply(userId, id));
    return this.#view(userId, id);
  }

  @Post(retryReply.path)
  @HttpCode(200)
  async retry(
    @CurrentUserId() userId: string,
    @Param('id', CommentIdPipe) id: number,
    @Body() { atOwnRisk = false }: RetryReplyDto,
  ): Promise<CommentView> {
    await this.commands.execute(new RetryReply(userId, id, atOwnRisk));
    return this.#view(userId, id);
  }

  @Post(confirmReply.path)
  @HttpCode(200)
  async confirm(
    @CurrentUserId() userId: string,
    @Param('id', CommentIdPipe) id: number,
    @Body() { permalink }: ConfirmReplyDto,
  ): Promise<CommentView> {
    await this.commands.execute(new ConfirmReply(userId, id, permalink ?? null));
    return this.#view(userId, id);
  }

  @Delete(cancelReply.path)
  async cancel(
    @CurrentUserId() userId: string,
    @Param('id', CommentIdPipe) id: number,
  ): Promise<CommentView> {
    await this.commands.execute(new CancelReply(userId, id));
    return this.#view(userId, id);
  }

  /** Returns the current state of the comment, even if the read model is not yet up to date. */
  #view(userId: string, id: number): Promise<CommentView> {
    return this.comments.decide(userId, id, () => []);
  }
}
