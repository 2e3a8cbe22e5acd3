import { missingScope } from '@posthorn/contracts/external/events.http';
import type { ExternalPage } from '@posthorn/contracts/external/posts.http';
import {
  changeExternalWebhook,
  createExternalWebhook,
  deleteExternalWebhook,
  listExternalDeliveries,
  listExternalWebhooks,
  redeliverExternal,
  replayExternal,
  rotateExternalWebhook,
  showExternalWebhook,
  testExternalWebhook,
  type CreatedWebhookView,
  type DeliveryView,
  type ReplayView,
  type RotatedSecretView,
  type WebhookTestView,
  type WebhookView,
} from '@posthorn/contracts/external/webhooks.http';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import { checkStillOpen, CurrentToken } from '#infrastructure/http/session/current-token.ts';
import { TokenReader, type TokenHolder } from '#infrastructure/http/session/token-reader.ts';
import { requireScope } from '#infrastructure/http/session/require-scope.ts';
import { OpenedByToken } from '#infrastructure/http/session/token-route.ts';
import { ChangeWebhook } from './change-webhook.command.ts';
import { CreateWebhook } from './create-webhook.command.ts';
import { OwnDeliveries } from './own-deliveries.ts';
import { OwnWebhooks } from './own-webhooks.ts';
import { TestWebhook } from './test-webhook.command.ts';
import { ChangeWebhookDto, CreateWebhookDto, DeliveriesDto, ReplayDto } from './webhooks.dto.ts';

/** The token needs a scope for each event type. @throws RequestRefused 403 `external.scope-missing` */
function requireScopesFor(holder: TokenHolder, patterns: readonly string[]): void {
  for (const pattern of patterns) {
    const missing = missingScope(holder.scopes, pattern);
    if (missing !== null) requireScope(holder, missing);
  }
}

/** Webhooks, managed with an API token. */
@Controller()
export class ExternalWebhooksController {
  constructor(
    private readonly commands: CommandBus,
    private readonly own: OwnWebhooks,
    private readonly sent: OwnDeliveries,
    // The token reader comes from a module that this one does not otherwise need.
    private readonly moduleRef: ModuleRef,
  ) {}

  @Post(createExternalWebhook.path)
  @OpenedByToken(createExternalWebhook.scope)
  create(@CurrentToken() holder: TokenHolder, @Body() body: CreateWebhookDto): Promise<CreatedWebhookView> {
    requireScopesFor(holder, body.types);
    const { userId, tokenId, scopes } = holder;
    return this.commands.execute(new CreateWebhook(userId, body, { kind: 'token', tokenId, scopes }));
  }

  @Get(listExternalWebhooks.path)
  @OpenedByToken(listExternalWebhooks.scope)
  list(@CurrentToken() { userId }: TokenHolder): Promise<readonly WebhookView[]> {
    return this.own.list(userId);
  }

  @Get(showExternalWebhook.path)
  @OpenedByToken(showExternalWebhook.scope)
  show(@CurrentToken() { userId }: TokenHolder, @Param('id') id: string): Promise<WebhookView> {
    return this.own.show(userId, id);
  }

  @Patch(changeExternalWebhook.path)
  @OpenedByToken(changeExternalWebhook.scope)
  async change(
    @CurrentToken() holder: TokenHolder,
    @Param('id') id: string,
    @Body() body: ChangeWebhookDto,
  ): Promise<WebhookView> {
    await this.own.requireMadeBy(holder, id);
    if (body.types) requireScopesFor(holder, body.types);
    const checkToken = () => checkStillOpen(this.moduleRef.get(TokenReader, { strict: false }), holder);
    return this.commands.execute(new ChangeWebhook(holder.userId, id, body, checkToken));
  }

  @Delete(deleteExternalWebhook.path)
  @OpenedByToken(deleteExternalWebhook.scope)
  @HttpCode(204)
  async delete(@CurrentToken() { userId }: TokenHolder, @Param('id') id: string): Promise<void> {
    await this.own.delete(userId, id);
  }

  @Post(rotateExternalWebhook.path)
  @OpenedByToken(rotateExternalWebhook.scope)
  @HttpCode(200)
  async rotate(@CurrentToken() holder: TokenHolder, @Param('id') id: string): Promise<RotatedSecretView> {
    await this.own.requireMadeBy(holder, id);
    return this.own.rotate(holder.userId, id);
  }

  @Post(testExternalWebhook.path)
  @OpenedByToken(testExternalWebhook.scope)
  @HttpCode(200)
  async test(@CurrentToken() holder: TokenHolder, @Param('id') id: string): Promise<WebhookTestView> {
    await this.own.requireMadeBy(holder, id);
    return this.commands.execute(new TestWebhook(holder.userId, id));
  }

  @Get(listExternalDeliveries.path)
  @OpenedByToken(listExternalDeliveries.scope)
  async deliveries(
    @CurrentToken() holder: TokenHolder,
    @Param('id') id: string,
    @Query() { filter }: DeliveriesDto,
  ): Promise<ExternalPage<DeliveryView>> {
    await this.own.requireMadeBy(holder, id);
    return this.sent.list(holder.userId, id, filter);
  }

  @Post(redeliverExternal.path)
  @OpenedByToken(redeliverExternal.scope)
  @HttpCode(200)
  async redeliver(
    @CurrentToken() holder: TokenHolder,
    @Param('id') id: string,
    @Param('eventId') eventId: string,
  ): Promise<DeliveryView> {
    await this.own.requireMadeBy(holder, id);
    return this.sent.redeliver(holder.userId, id, eventId);
  }

  @Post(replayExternal.path)
  @OpenedByToken(replayExternal.scope)
  @HttpCode(200)
  async replay(
    @CurrentToken() holder: TokenHolder,
    @Param('id') id: string,
    @Body() { after }: ReplayDto,
  ): Promise<ReplayView> {
    await this.own.requireMadeBy(holder, id);
    return this.sent.replay(holder.userId, id, after);
  }
}
