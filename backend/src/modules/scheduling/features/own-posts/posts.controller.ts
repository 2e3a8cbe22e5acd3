import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import {
  countPosts,
  countScheduledOn,
  deletePost,
  editPost,
  getPost,
  listPosts,
  POSTS_PAGE,
  precheckPost,
  restorePost,
  schedulePost,
  type PostCounts,
  type PostView,
  type PrecheckView,
  type RemovalView,
} from '@posthorn/contracts/scheduling/posts.http';
import { searchWords } from '@posthorn/contracts/scheduling/post-search';
import { CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import { IdempotencyKey } from '#infrastructure/http/edge/idempotency-key.ts';
import { RequestNotValid } from '#infrastructure/http/errors/request-refused.ts';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { DeletePost } from '../delete-post/delete-post.command.ts';
import { EditPost } from '../write-post/edit-post.command.ts';
import { AccountIdPipe, PostIdPipe } from '../../read-models/posts/id-pipes.ts';
import { CountScheduledOn } from '../list-posts/count-scheduled-on.query.ts';
import { GetPost } from '../list-posts/get-post.query.ts';
import { ListPostPage, type PostPage } from '../list-posts/list-post-page.query.ts';
import { ListPostsDto } from '../list-posts/list-posts.dto.ts';
import { ListPosts } from '../list-posts/list-posts.query.ts';
import { OwnPosts } from '../list-posts/own-posts.ts';
import { placeOf } from '../../read-models/posts/page-cursor.ts';
import { RestorePost } from '../restore-post/restore-post.command.ts';
import { PrecheckPost } from '../write-post/precheck-post.query.ts';
import { SchedulePost } from '../write-post/schedule-post.command.ts';
import { EditPostDto, PrecheckPostDto, SchedulePostDto } from '../write-post/posts.dto.ts';

/** The posts of the signed-in user. */
@Controller()
export class PostsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly own: OwnPosts,
  ) {}

  @Get(listPosts.path)
  async list(
    @CurrentUserId() userId: string,
    @Query() query: ListPostsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<readonly PostView[]> {
    const { posts, next } = await this.#page(userId, query);
    if (next !== null) response.setHeader(POSTS_PAGE.cursorHeader, next);
    return posts;
  }

  #page(userId: string, query: ListPostsDto): Promise<PostPage> {
    const { placeInAll } = query;
    if (placeInAll) return this.queries.execute(new ListPosts(userId, query.limit, placeInAll));
    if (!query.isPage) return this.queries.execute(new ListPosts(userId));
    const { limit = POSTS_PAGE.limit, after, status = null, q = '' } = query;
    const filter = { status, words: searchWords(q) };
    const place = after === undefined ? null : placeOf(after, filter);
    if (after !== undefined && !place) throw new RequestNotValid({ after: POST_TEXT.cursorNotValid });
    return this.queries.execute(new ListPostPage(userId, filter, place, limit));
  }

  @Get(countPosts.path)
  count(@CurrentUserId() userId: string): Promise<PostCounts> {
    return this.own.counts(userId);
  }

  @Get(countScheduledOn.path)
  async countOn(
    @CurrentUserId() userId: string,
    @Param('id', AccountIdPipe) accountId: number,
  ): Promise<Readonly<{ count: number }>> {
    return { count: await this.queries.execute(new CountScheduledOn(userId, accountId)) };
  }

  @Post(schedulePost.path)
  async schedule(
    @CurrentUserId() userId: string,
    @Body() body: SchedulePostDto,
    @IdempotencyKey() key: string | null,
  ): Promise<PostView> {
    const { post } = await this.commands.execute(new SchedulePost(userId, body, key));
    return post;
  }

  @Post(precheckPost.path)
  @HttpCode(200)
  async precheck(
    @CurrentUserId() userId: string,
    @Body() body: PrecheckPostDto,
  ): Promise<Readonly<{ accounts: readonly PrecheckView[] }>> {
    return { accounts: await this.queries.execute(new PrecheckPost(userId, body)) };
  }

  @Get(getPost.path)
  show(@CurrentUserId() userId: string, @Param('id', PostIdPipe) postId: number): Promise<PostView> {
    return this.queries.execute(new GetPost(userId, postId));
  }

  @Put(editPost.path)
  edit(
    @CurrentUserId() userId: string,
    @Param('id', PostIdPipe) postId: number,
    @Body() body: EditPostDto,
  ): Promise<PostView> {
    return this.commands.execute(new EditPost(userId, postId, body));
  }

  @Delete(deletePost.path)
  delete(@CurrentUserId() userId: string, @Param('id', PostIdPipe) postId: number): Promise<RemovalView> {
    return this.commands.execute(new DeletePost(userId, postId));
  }

  @Post(restorePost.path)
  @HttpCode(200)
  restore(@CurrentUserId() userId: string, @Param('id', PostIdPipe) postId: number): Promise<PostView> {
    return this.commands.execute(new RestorePost(userId, postId));
  }
}
