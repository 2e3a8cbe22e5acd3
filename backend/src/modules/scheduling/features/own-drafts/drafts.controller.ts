import {
  deleteDraft,
  duplicatePost,
  getDraft,
  listDrafts,
  restoreDraft,
  saveDraft,
  type DraftPage,
  type DraftView,
} from '@posthorn/contracts/scheduling/drafts.http';
import { pathOf } from '@posthorn/contracts/shared/call';
import { BodyRequired } from '#infrastructure/http/edge/body-required.guard.ts';
import { etagOf, IfMatch } from '#infrastructure/http/edge/if-match.ts';
import { BrowserName } from '#infrastructure/http/session/browser-name.ts';
import { CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
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
import { DraftRows } from '../../stores/drafts/draft-rows.ts';
import { Drafts } from '../../stores/drafts/drafts.ts';
import { draftCursor, DraftIdPipe, ListDraftsDto, NewDraftIdPipe, SaveDraftDto } from './drafts.dto.ts';
import { DuplicatePost } from './duplicate-post.command.ts';
import { ListDrafts } from './list-drafts.query.ts';
import { SaveDraft, type DraftSource } from './save-draft.command.ts';
import { SourceOfDraft } from './draft-source.ts';

/** The drafts of the signed-in user. */
@Controller()
export class DraftsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly drafts: Drafts,
    private readonly rows: DraftRows,
    private readonly plans: PlanOf,
  ) {}

  @Put(saveDraft.path)
  @UseGuards(BodyRequired)
  async save(
    @CurrentUserId() userId: string,
    @Param('id', NewDraftIdPipe) id: string,
    @Body() body: SaveDraftDto,
    @SourceOfDraft() source: DraftSource,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DraftView> {
    const { draft, isNew } = await this.commands.execute(new SaveDraft(userId, id, body, source));
    response.status(isNew ? 201 : 200).set('etag', etagOf(draft));
    return draft;
  }

  @Get(listDrafts.path)
  async list(@CurrentUserId() userId: string, @Query() query: ListDraftsDto): Promise<DraftPage> {
    const { items, last, total } = await this.queries.execute(new ListDrafts(userId, query.place));
    return { items, nextCursor: last && draftCursor(last), total };
  }

  @Get(getDraft.path)
  async show(
    @CurrentUserId() userId: string,
    @Param('id', DraftIdPipe) id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DraftView> {
    const draft = await this.rows.one(userId, id);
    response.set('etag', etagOf(draft));
    return draft;
  }

  @Delete(deleteDraft.path)
  @HttpCode(204)
  delete(
    @CurrentUserId() userId: string,
    @Param('id', DraftIdPipe) id: string,
    @IfMatch() revision: number | null,
  ): Promise<void> {
    return this.drafts.delete(userId, id, revision);
  }

  @Post(restoreDraft.path)
  @HttpCode(200)
  async restore(
    @CurrentUserId() userId: string,
    @Param('id', DraftIdPipe) id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DraftView> {
    const { drafts: limit } = await this.plans.entitlementsOf(userId);
    const draft = await this.drafts.restore(userId, id, limit);
    response.set('etag', etagOf(draft));
    return draft;
  }

  @Post(duplicatePost.path)
  async duplicate(
    @CurrentUserId() userId: string,
    @Param('id', PostIdPipe) postId: number,
    @BrowserName() device: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DraftView> {
    const draft = await this.commands.execute(new DuplicatePost(userId, postId, device));
    response.set({ etag: etagOf(draft), location: pathOf(getDraft, { id: draft.id }) });
    return draft;
  }
}
