import {
  deleteExternalDraft,
  duplicateExternalPost,
  listExternalDrafts,
  restoreExternalDraft,
  saveExternalDraft,
  showExternalDraft,
} from '@posthorn/contracts/external/drafts.http';
import type { DraftPage, DraftView, SaveDraftRequest } from '@posthorn/contracts/scheduling/drafts.http';
import { optionalWordsSent } from '@posthorn/contracts/scheduling/optional-words';
import { pathOf } from '@posthorn/contracts/shared/call';
import { BodyRequired } from '#infrastructure/http/edge/body-required.guard.ts';
import { etagOf, IfMatch } from '#infrastructure/http/edge/if-match.ts';
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
import { draftCursor, DraftIdPipe, ListDraftsDto, NewDraftIdPipe } from '../own-drafts/drafts.dto.ts';
import { DuplicatePost } from '../own-drafts/duplicate-post.command.ts';
import { ListDrafts } from '../own-drafts/list-drafts.query.ts';
import { SaveDraft } from '../own-drafts/save-draft.command.ts';
import { ExternalDraftDto } from './external-drafts.dto.ts';

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
    @IfMatch() revision: number | null,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DraftView> {
    const { userId, scopes } = holder;
    const [device, ownAccounts] = await Promise.all([
      this.#deviceOf(holder),
      this.accounts.accountsOf(userId),
    ]);
    const request = {
      ...requestedDraft(body),
      selectedAccountIds: selectedIds(ownAccounts, body.platforms, body.accountIds),
    };
    const source = { device, revision };
    try {
      const { draft, isNew } = await this.commands.execute(new SaveDraft(userId, id, request, source));
      response.status(isNew ? 201 : 200).set('etag', etagOf(draft));
      if (isNew) response.location(pathOf(showExternalDraft, { id }));
      return draft;
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

  async #deviceOf({ tokenId }: TokenHolder): Promise<string> {
    const [token] = await this.tokens.namesOf([tokenId]);
    return token?.name ?? UNNAMED_TOKEN;
  }
}

function requestedDraft(body: ExternalDraftDto): SaveDraftRequest {
  const { content, plannedFor, targets, timezone, localTime, aiReplies, media = [] } = body;
  return {
    mediaFiles: media.map(({ url, ...alt }) => ({ mediaUrl: url, ...alt })),
    ...optionalWordsSent(body),
    ...(content !== undefined && { content }),
    ...(plannedFor !== undefined && { plannedFor }),
    ...(targets !== undefined && { targets }),
    ...(timezone !== undefined && { timezone }),
    ...(localTime !== undefined && { localTime }),
    ...(aiReplies !== undefined && { aiRepliesEnabled: aiReplies }),
  };
}
