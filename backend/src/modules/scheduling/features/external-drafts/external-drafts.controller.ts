import {
  deleteExternalDraft,
  duplicateExternalPost,
  listExternalDrafts,
  restoreExternalDraft,
  saveExternalDraft,
  scheduleExternalDraft,
  showExternalDraft,
} from '@posthorn/contracts/external/drafts.http';
import { REPLAYED_HEADER, showExternalPost } from '@posthorn/contracts/external/posts.http';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import type { DraftPage, DraftView, SaveDraftRequest } from '@posthorn/contracts/scheduling/drafts.http';
import { optionalWordsSent } from '@posthorn/contracts/scheduling/optional-words';
import { pathOf } from '@posthorn/contracts/shared/call';
import { BodyRequired } from '#infrastructure/http/edge/body-required.guard.ts';
import { etagOf, IfMatch, revisionIn } from '#infrastructure/http/edge/if-match.ts';
import { CurrentToken } from '#infrastructure/http/session/current-token.ts';
import { requireScope } from '#infrastructure/http/session/require-scope.ts';
import type { TokenHolder } from '#infrastructure/http/session/token-reader.ts';
import { OpenedByToken } from '#infrastructure/http/session/token-route.ts';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { ApiTokenNames } from '#modules/identity/ports/api-token-names.ts';
import { ConnectedAccounts } from '#modules/integrations/ports/connected-accounts.ts';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Post,
  Put,
  Query,
  Res,
  UseGuards,
} from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { Response } from 'express';
import { PostIdPipe } from '../../read-models/posts/id-pipes.ts';
import { UNNAMED_TOKEN } from '../../stores/drafts/device-said.ts';
import { DraftRows } from '../../stores/drafts/draft-rows.ts';
import { Drafts } from '../../stores/drafts/drafts.ts';
import { withoutForbiddenDraft } from '../external-posts/hide-draft.ts';
import { selectedIds } from '../external-posts/requested-post.ts';
import { readablePost } from '../external-posts/without-texts.ts';
import { draftCursor, DraftIdPipe, ListDraftsDto, NewDraftIdPipe } from '../own-drafts/drafts.dto.ts';
import { DuplicatePost } from '../own-drafts/duplicate-post.command.ts';
import { ListDrafts } from '../own-drafts/list-drafts.query.ts';
import { SaveDraft } from '../own-drafts/save-draft.command.ts';
import { draftAfter } from '../../stores/drafts/draft-after.ts';
import { ExternalDraftDto, SaveDraftQueryDto, ScheduleDraftDto } from './external-drafts.dto.ts';
import { ScheduleDraft } from '../write-post/schedule-draft.command.ts';

/**
 * Drafts for API programs. For example, an assistant with only these scopes can propose posts, and a person
 * schedules them.
 */
@Controller()
export class ExternalDraftsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly drafts: Drafts,
    private readonly rows: DraftRows,
    private readonly accounts: ConnectedAccounts,
    private readonly tokens: ApiTokenNames,
    private readonly plans: PlanOf,
  ) {}

  @Put(saveExternalDraft.path)
  @OpenedByToken(saveExternalDraft.scope)
  @UseGuards(BodyRequired)
  async save(
    @CurrentToken() holder: TokenHolder,
    @Param('id', NewDraftIdPipe) id: string,
    @Body() body: ExternalDraftDto,
    @Query() { isPartial }: SaveDraftQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DraftView> {
    const { userId, scopes } = holder;
    const revision = revisionIn(response.req.headers);
    const [device, ownAccounts] = await Promise.all([
      this.#deviceOf(holder),
      this.accounts.accountsOf(userId),
    ]);
    const sent = requestedDraft(body, ownAccounts);
    const draft = isPartial && revision !== null ? await this.#read(holder, id) : null;
    const request = draft ? draftAfter(draft, sent) : sent;
    const source = { device, revision };
    try {
      const saved = await this.commands.execute(new SaveDraft(userId, id, request, source));
      response.status(saved.isNew ? 201 : 200).set('etag', etagOf(saved.draft));
      if (saved.isNew) response.location(pathOf(showExternalDraft, { id }));
      return saved.draft;
    } catch (error) {
      throw withoutForbiddenDraft(error, scopes);
    }
  }

  @Get(listExternalDrafts.path)
  @OpenedByToken(listExternalDrafts.scope)
  async list(@CurrentToken() { userId }: TokenHolder, @Query() query: ListDraftsDto): Promise<DraftPage> {
    const { items, last, total } = await this.queries.execute(new ListDrafts(userId, query.place));
    return { items, nextCursor: last && draftCursor(last), total };
  }

  @Get(showExternalDraft.path)
  @OpenedByToken(showExternalDraft.scope)
  async show(
    @CurrentToken() { userId }: TokenHolder,
    @Param('id', DraftIdPipe) id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DraftView> {
    const draft = await this.rows.one(userId, id);
    response.set('etag', etagOf(draft));
    return draft;
  }

  @Delete(deleteExternalDraft.path)
  @OpenedByToken(deleteExternalDraft.scope)
  @HttpCode(204)
  async delete(
    @CurrentToken() { userId, scopes }: TokenHolder,
    @Param('id', DraftIdPipe) id: string,
    @IfMatch() revision: number | null,
  ): Promise<void> {
    try {
      await this.drafts.delete(userId, id, revision);
    } catch (error) {
      throw withoutForbiddenDraft(error, scopes);
    }
  }

  @Post(restoreExternalDraft.path)
  @OpenedByToken(restoreExternalDraft.scope)
  @HttpCode(204)
  async restore(
    @CurrentToken() { userId }: TokenHolder,
    @Param('id', DraftIdPipe) id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const { drafts: limit } = await this.plans.entitlementsOf(userId);
    response.set('etag', etagOf(await this.drafts.restore(userId, id, limit)));
  }

  @Post(scheduleExternalDraft.path)
  @OpenedByToken(scheduleExternalDraft.scope)
  async schedule(
    @CurrentToken() holder: TokenHolder,
    @Param('id', DraftIdPipe) id: string,
    @Body() body: ScheduleDraftDto,
    @IfMatch() revision: number | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PostView> {
    requireScope(holder, 'drafts:read');
    requireScope(holder, 'drafts:write');
    const check = ({ aiRepliesEnabled }: DraftView) => {
      if (aiRepliesEnabled) requireScope(holder, 'comments:write');
    };
    const command = new ScheduleDraft(holder.userId, id, body, revision, check);
    const { post, isReplay } = await this.commands.execute(command);
    response.location(pathOf(showExternalPost, { id: post.id }));
    if (!isReplay) return post;
    response.set(REPLAYED_HEADER, 'true');
    return readablePost(post, holder.scopes);
  }

  @Post(duplicateExternalPost.path)
  @OpenedByToken(duplicateExternalPost.scope)
  async duplicate(
    @CurrentToken() holder: TokenHolder,
    @Param('id', PostIdPipe) postId: number,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DraftView> {
    requireScope(holder, 'posts:read');
    const device = await this.#deviceOf(holder);
    const draft = await this.commands.execute(new DuplicatePost(holder.userId, postId, device));
    response.set({ etag: etagOf(draft), location: pathOf(showExternalDraft, { id: draft.id }) });
    return draft;
  }

  /** The response to a partial change contains what the request leaves out, so the token must be allowed to read the draft. */
  #read(holder: TokenHolder, id: string): Promise<DraftView | null> {
    requireScope(holder, 'drafts:read');
    return this.rows.find(holder.userId, id);
  }

  async #deviceOf({ tokenId }: TokenHolder): Promise<string> {
    const [token] = await this.tokens.namesOf([tokenId]);
    return token?.name ?? UNNAMED_TOKEN;
  }
}

function requestedDraft(body: ExternalDraftDto, own: readonly AccountView[]): SaveDraftRequest {
  const { content, plannedFor, targets, timezone, localTime, aiReplies, media } = body;
  const { platforms, accountIds } = body;
  const isSelection = platforms !== undefined || accountIds !== undefined;
  return {
    ...optionalWordsSent(body),
    ...(isSelection && { selectedAccountIds: selectedIds(own, platforms, accountIds) }),
    ...(media && { mediaFiles: media.map(({ url, ...alt }) => ({ mediaUrl: url, ...alt })) }),
    ...(content !== undefined && { content }),
    ...(plannedFor !== undefined && { plannedFor }),
    ...(targets !== undefined && { targets }),
    ...(timezone !== undefined && { timezone }),
    ...(localTime !== undefined && { localTime }),
    ...(aiReplies !== undefined && { aiRepliesEnabled: aiReplies }),
  };
}
