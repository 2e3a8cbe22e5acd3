import { REPLAYED_HEADER, type ExternalPage } from '@posthorn/contracts/external/posts.http';
import {
  EXTERNAL_REPLIES,
  markExternally,
  replyExternally,
  waitingReplies,
  type ExternalComment,
  type WaitingComment,
} from '@posthorn/contracts/external/replies.http';
import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { CurrentToken } from '#infrastructure/http/session/current-token.ts';
import type { TokenHolder } from '#infrastructure/http/session/token-reader.ts';
import { OpenedByToken } from '#infrastructure/http/session/token-route.ts';
import { IdempotencyKey } from '#infrastructure/http/edge/idempotency-key.ts';
import { Body, Controller, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { CommentIdPipe } from '../../read-models/comments/comment-id.pipe.ts';
import { OwnerDecisions } from '../../stores/comments/owner-decisions.ts';
import { ListComments } from '../list-comments/list-comments.query.ts';
import { WaitingRepliesDto } from '../list-comments/waiting-replies.dto.ts';
import { ReplyTextDto } from './replies.dto.ts';
import { ReplyProof } from '../../effects/replies/reply-proof.ts';
import { RequestReply } from './request-reply.command.ts';
import { MarkCommentDto } from '../list-comments/comments.dto.ts';

/** The API of comments for programs. It uses the same commands and queries as the API for the screens. */
@Controller()
export class ExternalRepliesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly comments: OwnerDecisions,
    private readonly proof: ReplyProof,
  ) {}

  @Get(waitingReplies.path)
  @OpenedByToken(waitingReplies.scope)
  async waiting(
    @CurrentToken() { userId }: TokenHolder,
    @Query() { limit = EXTERNAL_REPLIES.pageLimit, filter, place }: WaitingRepliesDto,
  ): Promise<ExternalPage<WaitingComment>> {
    const { comments, next } = await this.queries.execute(new ListComments(userId, filter, place, limit));
    return { items: comments.map(shown), nextCursor: next };
  }

  @Post(replyExternally.path)
  @OpenedByToken(replyExternally.scope)
  async reply(
    @CurrentToken() { userId, scopes }: TokenHolder,
    @Param('id', CommentIdPipe) id: number,
    @Body() { replyText: text }: ReplyTextDto,
    @IdempotencyKey() key: string | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ExternalComment> {
    const request = { text, replyId: null, draftId: null, key };
    const { isReplay } = await this.commands.execute(new RequestReply(userId, id, request));
    response.status((await this.proof.waitForProof(id)) ? 200 : 202);
    if (isReplay) response.set(REPLAYED_HEADER, 'true');
    return withReply(await this.comments.decide(userId, id, () => []), scopes);
  }

  @Patch(markExternally.path)
  @OpenedByToken(markExternally.scope)
  async mark(
    @CurrentToken() { userId, scopes }: TokenHolder,
    @Param('id', CommentIdPipe) id: number,
    @Body() { status }: MarkCommentDto,
  ): Promise<ExternalComment> {
    return withReply(await this.comments.mark(userId, id, status), scopes);
  }
}

function shown({ id, postId, platform, accountId, accountName, ...comment }: CommentView): WaitingComment {
  const { commenterUsername, commenterName, commentText, status, sentiment, createdAt, permalink } = comment;
  return {
    id,
    postId,
    platform,
    accountId,
    accountName,
    commenterUsername,
    commenterName,
    commentText,
    status,
    sentiment,
    createdAt,
    permalink,
  };
}

/** A token without the scope `comments:read` gets neither the text nor the author's name. */
const UNREAD = { commenterUsername: '', commenterName: null, commentText: '' } as const;

const withReply = (comment: CommentView, scopes: TokenHolder['scopes']): ExternalComment => ({
  ...shown(comment),
  reply: comment.reply,
  ...(!scopes.includes('comments:read') && UNREAD),
});
