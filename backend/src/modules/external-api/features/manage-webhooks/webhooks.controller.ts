import type { ExternalPage } from '@posthorn/contracts/external/posts.http';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  replay,
  rotateWebhook,
  showWebhook,
  takeOverWebhook,
  testWebhook,
  WEBHOOK_TEXT,
  type CreatedWebhookView,
  type DeliveryView,
  type ReplayView,
  type RotatedSecretView,
  type WebhookTestView,
  type WebhookView,
} from '@posthorn/contracts/external/webhooks.http';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Req } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { CommandBus } from '@nestjs/cqrs';
import { CurrentUser, CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import type { EdgeRequest, SignedIn } from '#infrastructure/http/session/edge-request.ts';
import { requireFreshSignIn } from '#infrastructure/http/edge/sign-in-not-fresh.ts';
import { SessionReader } from '#infrastructure/http/session/session-reader.ts';
import { SignedOut } from '#infrastructure/http/session/signed-out.ts';
import { ChangeWebhook } from './change-webhook.command.ts';
import { CreateWebhook } from './create-webhook.command.ts';
import { OwnDeliveries } from './own-deliveries.ts';
import { OwnWebhooks } from './own-webhooks.ts';
import { TestWebhook } from './test-webhook.command.ts';
import { ChangeWebhookDto, CreateWebhookDto, DeliveriesDto, ReplayDto } from './webhooks.dto.ts';

/** The webhooks of the signed-in user. */
@Controller()
export class OwnWebhooksController {
  constructor(
    private readonly commands: CommandBus,
    private readonly own: OwnWebhooks,
    private readonly sent: OwnDeliveries,
    // The session reader comes from a module that this one does not otherwise need.
    private readonly moduleRef: ModuleRef,
  ) {}

  @Post(createWebhook.path)
  async create(
    @CurrentUser() signedIn: SignedIn,
    @Body() body: CreateWebhookDto,
    @Req() request: EdgeRequest,
  ): Promise<CreatedWebhookView> {
    requireFreshSignIn(signedIn, WEBHOOK_TEXT.notFresh);
    const { userId } = signedIn;
    const made = await this.commands.execute(new CreateWebhook(userId, body, { kind: 'person' }));
    if (await this.#isSignedIn(request)) return made;
    await this.own.delete(userId, made.id);
    throw new SignedOut();
  }

  /** The session may have ended during a DNS lookup. Reclaiming an account ends sessions before it suspends webhooks. */
  async #isSignedIn(request: EdgeRequest): Promise<boolean> {
    return (await this.moduleRef.get(SessionReader, { strict: false }).read(request)) !== null;
  }

  @Get(listWebhooks.path)
  list(@CurrentUserId() userId: string): Promise<readonly WebhookView[]> {
    return this.own.list(userId);
  }

  @Get(showWebhook.path)
  show(@CurrentUserId() userId: string, @Param('id') id: string): Promise<WebhookView> {
    return this.own.show(userId, id);
  }

  @Patch(changeWebhook.path)
  async change(
    @CurrentUser() signedIn: SignedIn,
    @Param('id') id: string,
    @Body() body: ChangeWebhookDto,
    @Req() request: EdgeRequest,
  ): Promise<WebhookView> {
    if (body.url !== undefined || body.types !== undefined)
      requireFreshSignIn(signedIn, WEBHOOK_TEXT.notFresh);
    const checkSession = async () => {
      if (!(await this.#isSignedIn(request))) throw new SignedOut();
    };
    return this.commands.execute(new ChangeWebhook(signedIn.userId, id, body, checkSession));
  }

  @Delete(deleteWebhook.path)
  @HttpCode(204)
  async delete(@CurrentUserId() userId: string, @Param('id') id: string): Promise<void> {
    await this.own.delete(userId, id);
  }

  @Post(takeOverWebhook.path)
  @HttpCode(200)
  async takeOver(@CurrentUser() signedIn: SignedIn, @Param('id') id: string): Promise<WebhookView> {
    requireFreshSignIn(signedIn, WEBHOOK_TEXT.notFresh);
    return this.own.takeOver(signedIn.userId, id);
  }

  @Post(rotateWebhook.path)
  @HttpCode(200)
  async rotate(@CurrentUser() signedIn: SignedIn, @Param('id') id: string): Promise<RotatedSecretView> {
    requireFreshSignIn(signedIn, WEBHOOK_TEXT.notFresh);
    return this.own.rotate(signedIn.userId, id);
  }

  @Post(testWebhook.path)
  @HttpCode(200)
  test(@CurrentUserId() userId: string, @Param('id') id: string): Promise<WebhookTestView> {
    return this.commands.execute(new TestWebhook(userId, id));
  }

  @Get(listDeliveries.path)
  deliveries(
    @CurrentUserId() userId: string,
    @Param('id') id: string,
    @Query() { filter }: DeliveriesDto,
  ): Promise<ExternalPage<DeliveryView>> {
    return this.sent.list(userId, id, filter);
  }

  @Post(redeliver.path)
  @HttpCode(200)
  redeliver(
    @CurrentUserId() userId: string,
    @Param('id') id: string,
    @Param('eventId') eventId: string,
  ): Promise<DeliveryView> {
    return this.sent.redeliver(userId, id, eventId);
  }

  @Post(replay.path)
  @HttpCode(200)
  replay(
    @CurrentUserId() userId: string,
    @Param('id') id: string,
    @Body() { after }: ReplayDto,
  ): Promise<ReplayView> {
    return this.sent.replay(userId, id, after);
  }
}
