import {
  createPost,
  deleteExternalPost,
  editExternalPost,
  EXTERNAL_POSTS,
  externalHistory,
  listExternalPosts,
  REPLAYED_HEADER,
  showExternalPost,
  type DryRunView,
  type ExternalPage,
} from '@posthorn/contracts/external/posts.http';
import type { HistoryView } from '@posthorn/contracts/scheduling/history.http';
import { pathOf } from '@posthorn/contracts/shared/call';
import type { PostView, RemovalView, SchedulePostRequest } from '@posthorn/contracts/scheduling/posts.http';
import { clientGone } from '#infrastructure/http/edge/client-gone.ts';
import { checkStillOpen, CurrentToken } from '#infrastructure/http/session/current-token.ts';
import { requireScope } from '#infrastructure/http/session/require-scope.ts';
import { TokenReader, type TokenHolder } from '#infrastructure/http/session/token-reader.ts';
import { OpenedByToken } from '#infrastructure/http/session/token-route.ts';
import { uploadBroken } from '#infrastructure/media/upload/upload.errors.ts';
import { IdempotencyKey } from '#infrastructure/http/edge/idempotency-key.ts';
import { ConnectedAccounts } from '#modules/integrations/ports/connected-accounts.ts';
import { Body, Controller, Delete, Get, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { PostIdPipe } from '../../read-models/posts/id-pipes.ts';
import { DeletePost } from '../delete-post/delete-post.command.ts';
import { EditPost } from '../write-post/edit-post.command.ts';
import { DryRun } from '../write-post/dry-run.query.ts';
import { Replays } from '../../stores/idempotency-keys/replays.ts';
import { SchedulePost } from '../write-post/schedule-post.command.ts';
import { GetHistory } from '../show-history/history.query.ts';
import { GetPost } from '../list-posts/get-post.query.ts';
import { ListPostPage } from '../list-posts/list-post-page.query.ts';
import { MediaFromWeb } from '../upload-media-from-web/media-from-web.ts';
import {
  CreateQueryDto,
  DeleteQueryDto,
  HistoryQueryDto,
  PageQueryDto,
  ShowQueryDto,
} from './queries.dto.ts';
import { withoutForbiddenDraft } from './hide-draft.ts';
import { requestedPost } from './requested-post.ts';
import { readablePost, readableRemoval } from './without-texts.ts';
import { ChangePostDto, CreatePostDto } from './posts.dto.ts';

/** The scope for turning on AI replies, because Posthorn sends them in the user's name. */
const AI_REPLIES = 'comments:write';
const readsComments = (scopes: TokenHolder['scopes']): boolean => scopes.includes('comments:read');

/** Posts for API programs. Uses the commands and queries of the screens. */
@Controller()
export class ExternalPostsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly accounts: ConnectedAccounts,
    private readonly replays: Replays,
    private readonly web: MediaFromWeb,
    private readonly moduleRef: ModuleRef,
  ) {}

  @Post(createPost.path)
  @OpenedByToken(createPost.scope)
  async create(
    @CurrentToken() holder: TokenHolder,
    @Body() body: CreatePostDto,
    @Query() { isDryRun }: CreateQueryDto,
    @IdempotencyKey() key: string | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PostView | DryRunView> {
    const { userId } = holder;
    if (body.aiReplies) requireScope(holder, AI_REPLIES);
    if (body.draftId !== undefined) requireScope(holder, 'drafts:write');
    const signal = clientGone(response, uploadBroken);
    const mayFetch = () => {
      requireScope(holder, 'media:write');
    };
    const webRequest = { ownerId: userId, request: body, signal, mayFetch };
    if (isDryRun) {
      response.status(200);
      return this.web.withFetchedFiles(webRequest, async (localRequest) =>
        this.queries.execute(new DryRun(userId, await this.#requestedPost(userId, localRequest))),
      );
    }
    const known =
      key === null || body.draftId !== undefined ? null : await this.replays.known(userId, key, body);
    const { post, isReplay } = known
      ? { post: known, isReplay: true }
      : await this.web.withFetchedFiles(webRequest, async (localRequest) => {
          // Checks again whether the token is valid, because downloads from other servers may take minutes.
          if (body.mediaUrl ?? body.media)
            await checkStillOpen(this.moduleRef.get(TokenReader, { strict: false }), holder);
          const request = await this.#requestedPost(userId, localRequest);
          return this.#schedule(new SchedulePost(userId, request, key, body), holder);
        });
    response.location(pathOf(showExternalPost, { id: post.id }));
    if (!isReplay) return post;
    // The post may have been edited since then, by other programs or persons.
    response.set(REPLAYED_HEADER, 'true');
    return readablePost(post, holder.scopes);
  }

  async #schedule(command: SchedulePost, { scopes }: TokenHolder) {
    try {
      return await this.commands.execute(command);
    } catch (error) {
      throw withoutForbiddenDraft(error, scopes);
    }
  }

  async #requestedPost(userId: string, body: CreatePostDto): Promise<SchedulePostRequest> {
    return requestedPost(body, await this.accounts.accountsOf(userId));
  }

  @Get(listExternalPosts.path)
  @OpenedByToken(listExternalPosts.scope)
  async list(
    @CurrentToken() { userId }: TokenHolder,
    @Query() query: PageQueryDto,
  ): Promise<ExternalPage<PostView>> {
    const { limit = EXTERNAL_POSTS.pageLimit, filter } = query;
    const page = new ListPostPage(
      userId,
      filter,
      query.placeOfCursor(filter),
      limit,
      query.include === 'targets',
    );
    const { posts, next } = await this.queries.execute(page);
    return { items: posts, nextCursor: next };
  }

  @Get(showExternalPost.path)
  @OpenedByToken(showExternalPost.scope)
  async show(
    @CurrentToken() { userId, scopes }: TokenHolder,
    @Param('id', PostIdPipe) postId: number,
    @Query() { include }: ShowQueryDto,
  ): Promise<PostView & Readonly<{ history?: HistoryView }>> {
    const post = await this.queries.execute(new GetPost(userId, postId));
    if (include !== 'history') return post;
    return {
      ...post,
      history: await this.queries.execute(new GetHistory(userId, postId, null, readsComments(scopes))),
    };
  }

  @Get(externalHistory.path)
  @OpenedByToken(externalHistory.scope)
  history(
    @CurrentToken() { userId, scopes }: TokenHolder,
    @Param('id', PostIdPipe) postId: number,
    @Query() { at }: HistoryQueryDto,
  ): Promise<HistoryView> {
    const instant = at === undefined ? null : new Date(at);
    return this.queries.execute(new GetHistory(userId, postId, instant, readsComments(scopes)));
  }

  @Put(editExternalPost.path)
  @OpenedByToken(editExternalPost.scope)
  async edit(
    @CurrentToken() holder: TokenHolder,
    @Param('id', PostIdPipe) postId: number,
    @Body() body: ChangePostDto,
  ): Promise<PostView> {
    if (body.aiRepliesEnabled) requireScope(holder, AI_REPLIES);
    const { userId, scopes } = holder;
    const post = await this.commands.execute(new EditPost(userId, postId, body));
    return readablePost(post, scopes);
  }

  @Delete(deleteExternalPost.path)
  @OpenedByToken(deleteExternalPost.scope)
  async delete(
    @CurrentToken() { userId, scopes }: TokenHolder,
    @Param('id', PostIdPipe) postId: number,
    @Query() { onlyIfUnpublished }: DeleteQueryDto,
  ): Promise<RemovalView> {
    const removal = await this.commands.execute(new DeletePost(userId, postId, onlyIfUnpublished));
    return readableRemoval(removal, scopes);
  }
}
