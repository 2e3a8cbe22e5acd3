import {
  EXTERNAL_REPLIES,
  waitingReplies,
  type WaitingComment,
} from '@posthorn/contracts/external/replies.http';
import type { ExternalPage } from '@posthorn/contracts/external/posts.http';
import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { CurrentToken } from '#infrastructure/http/external/current-token.ts';
import type { TokenHolder } from '#infrastructure/http/external/token-reader.ts';
import { OpenedByToken } from '#infrastructure/http/external/token-route.ts';
import { Controller, Get, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ListComments } from './features/list-comments/list-comments.query.ts';
import { WaitingRepliesDto } from './features/list-comments/waiting-replies.dto.ts';

/** Comments as programs ask for them. */
@Controller()
export class ExternalRepliesController {
  constructor(private readonly queries: QueryBus) {}

  @Get(waitingReplies.path)
  @OpenedByToken(waitingReplies.scope)
  async waiting(
    @CurrentToken() { userId }: TokenHolder,
    @Query() { limit = EXTERNAL_REPLIES.pageLimit, filter, place }: WaitingRepliesDto,
  ): Promise<ExternalPage<WaitingComment>> {
    const { comments, next } = await this.queries.execute(new ListComments(userId, filter, place, limit));
    return { items: comments.map(shown), nextCursor: next };
  }
}

function shown({ id, postId, platform, accountId, accountName, ...comment }: CommentView): WaitingComment {
  const { commenterUsername, commenterName, commentText, status, sentiment, createdAt, permalink } = comment;
  return {
    ...{ id, postId, platform, accountId, accountName, commenterUsername, commenterName, commentText },
    ...{ status, sentiment, createdAt, permalink },
  };
}
