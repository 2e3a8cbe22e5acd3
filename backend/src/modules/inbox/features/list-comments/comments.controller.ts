import {
  COMMENTS_PAGE,
  getComment,
  listComments,
  markComment,
  markManyRead,
  summarizeInbox,
  type CommentDetail,
  type CommentView,
  type InboxSummary,
  type MarkedComments,
} from '@posthorn/contracts/inbox/comments.http';
import { INBOX_TEXT } from '@posthorn/contracts/inbox/inbox-text';
import { CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import { RequestNotValid } from '#infrastructure/http/errors/request-refused.ts';
import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { CommentIdPipe } from '../../read-models/comments/comment-id.pipe.ts';
import { OwnerDecisions } from '../../stores/comments/owner-decisions.ts';
import {
  placeBefore,
  placeOf,
  type CommentFilter,
  type CommentPlace,
} from '../../read-models/comments/comment-filter.ts';
import { CommentFilterDto, ListCommentsDto, MarkCommentDto, MarkManyReadDto } from './comments.dto.ts';
import { GetComment } from './get-comment.query.ts';
import { ListComments } from './list-comments.query.ts';
import { SummarizeInbox } from './summarize-inbox.query.ts';
import { MarkManyRead } from '../mark-comments/mark-many-read.command.ts';

/** The inbox of the signed-in user. */
@Controller()
export class CommentsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly comments: OwnerDecisions,
  ) {}

  @Get(listComments.path)
  async list(
    @CurrentUserId() userId: string,
    @Query() query: ListCommentsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<readonly CommentView[]> {
    const { limit = COMMENTS_PAGE.limit, after, filter } = query;
    const place = placeAfter(after, filter);
    const { comments, next } = await this.queries.execute(new ListComments(userId, filter, place, limit));
    if (next !== null) response.setHeader(COMMENTS_PAGE.cursorHeader, next);
    return comments;
  }

  @Get(summarizeInbox.path)
  summarize(@CurrentUserId() userId: string, @Query() query: CommentFilterDto): Promise<InboxSummary> {
    return this.queries.execute(new SummarizeInbox(userId, query.filter));
  }

  @Post(markManyRead.path)
  @HttpCode(200)
  markMany(@CurrentUserId() userId: string, @Body() body: MarkManyReadDto): Promise<MarkedComments> {
    const { ids, filter, until, idBelow = null, after: cursor, limit = COMMENTS_PAGE.limitMax } = body;
    if (ids) return this.commands.execute(new MarkManyRead(userId, { ids }));
    const after = placeAfter(cursor, filter) ?? placeBefore(until);
    return this.commands.execute(new MarkManyRead(userId, { filter, after, idBelow, limit }));
  }

  @Get(getComment.path)
  show(@CurrentUserId() userId: string, @Param('id', CommentIdPipe) id: number): Promise<CommentDetail> {
    return this.queries.execute(new GetComment(userId, id));
  }

  @Patch(markComment.path)
  mark(
    @CurrentUserId() userId: string,
    @Param('id', CommentIdPipe) id: number,
    @Body() { status }: MarkCommentDto,
  ): Promise<CommentView> {
    return this.comments.mark(userId, id, status);
  }
}

/** @throws RequestNotValid for a cursor of another list */
function placeAfter(cursor: string | undefined, filter: CommentFilter): CommentPlace | null {
  if (cursor === undefined) return null;
  const place = placeOf(cursor, filter);
  if (!place) throw new RequestNotValid({ after: INBOX_TEXT.cursorNotValid });
  return place;
}
