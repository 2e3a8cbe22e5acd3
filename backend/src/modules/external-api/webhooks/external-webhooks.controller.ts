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
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CurrentToken } from '#infrastructure/http/external/current-token.ts';
import type { TokenHolder } from '#infrastructure/http/external/token-reader.ts';
import { OpenedByToken } from '#infrastructure/http/external/token-route.ts';
import { ChangeWebhook } from './change-webhook.command.ts';
import { CreateWebhook } from './create-webhook.command.ts';
import { DeleteWebhook } from './delete-webhook.command.ts';
import { ListDeliveries } from './list-deliveries.query.ts';
import { ListWebhooks, ShowWebhook } from './list-webhooks.query.ts';
import { Redeliver, ReplayDeliveries } from './redeliver.command.ts';
import { RotateWebhook } from './rotate-webhook.command.ts';
import { TestWebhook } from './test-webhook.command.ts';
import { ChangeWebhookDto, CreateWebhookDto, DeliveriesDto, ReplayDto } from './webhooks.dto.ts';

/** Webhooks as programs manage them. */
@Controller()
export class ExternalWebhooksController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post(createExternalWebhook.path)
  @OpenedByToken(createExternalWebhook.scope)
  create(
    @CurrentToken() { userId }: TokenHolder,
    @Body() body: CreateWebhookDto,
  ): Promise<CreatedWebhookView> {
    return this.commands.execute(new CreateWebhook(userId, body));
  }

  @Get(listExternalWebhooks.path)
  @OpenedByToken(listExternalWebhooks.scope)
  list(@CurrentToken() { userId }: TokenHolder): Promise<readonly WebhookView[]> {
    return this.queries.execute(new ListWebhooks(userId));
  }

  @Get(showExternalWebhook.path)
  @OpenedByToken(showExternalWebhook.scope)
  show(@CurrentToken() { userId }: TokenHolder, @Param('id') id: string): Promise<WebhookView> {
    return this.queries.execute(new ShowWebhook(userId, id));
  }

  @Patch(changeExternalWebhook.path)
  @OpenedByToken(changeExternalWebhook.scope)
  change(
    @CurrentToken() { userId }: TokenHolder,
    @Param('id') id: string,
    @Body() body: ChangeWebhookDto,
  ): Promise<WebhookView> {
    return this.commands.execute(new ChangeWebhook(userId, id, body));
  }

  @Delete(deleteExternalWebhook.path)
  @OpenedByToken(deleteExternalWebhook.scope)
  @HttpCode(204)
  async delete(@CurrentToken() { userId }: TokenHolder, @Param('id') id: string): Promise<void> {
    await this.commands.execute(new DeleteWebhook(userId, id));
  }

  @Post(rotateExternalWebhook.path)
  @OpenedByToken(rotateExternalWebhook.scope)
  @HttpCode(200)
  rotate(@CurrentToken() { userId }: TokenHolder, @Param('id') id: string): Promise<RotatedSecretView> {
    return this.commands.execute(new RotateWebhook(userId, id));
  }

  @Post(testExternalWebhook.path)
  @OpenedByToken(testExternalWebhook.scope)
  @HttpCode(200)
  test(@CurrentToken() { userId }: TokenHolder, @Param('id') id: string): Promise<WebhookTestView> {
    return this.commands.execute(new TestWebhook(userId, id));
  }

  @Get(listExternalDeliveries.path)
  @OpenedByToken(listExternalDeliveries.scope)
  deliveries(
    @CurrentToken() { userId }: TokenHolder,
    @Param('id') id: string,
    @Query() { filter }: DeliveriesDto,
  ): Promise<ExternalPage<DeliveryView>> {
    return this.queries.execute(new ListDeliveries(userId, id, filter));
  }

  @Post(redeliverExternal.path)
  @OpenedByToken(redeliverExternal.scope)
  @HttpCode(200)
  redeliver(
    @CurrentToken() { userId }: TokenHolder,
    @Param('id') id: string,
    @Param('eventId') eventId: string,
  ): Promise<DeliveryView> {
    return this.commands.execute(new Redeliver(userId, id, eventId));
  }

  @Post(replayExternal.path)
  @OpenedByToken(replayExternal.scope)
  @HttpCode(200)
  replay(
    @CurrentToken() { userId }: TokenHolder,
    @Param('id') id: string,
    @Body() { after }: ReplayDto,
  ): Promise<ReplayView> {
    return this.commands.execute(new ReplayDeliveries(userId, id, after));
  }
}
