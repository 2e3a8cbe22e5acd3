import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { Controller, Get, HttpCode, Param, Post, Query, Req, Res, type RawBodyRequest } from '@nestjs/common';
import type { Request, Response } from 'express';
import { FromAnySite } from '#infrastructure/http/edge/from-any-site.ts';
import { Public } from '#infrastructure/http/session/public-route.ts';
import { RequestRefused } from '#infrastructure/http/errors/request-refused.ts';
import { PlatformWebhooks, type WebhookName } from '#modules/integrations/ports/platform-webhooks.ts';
import { IncomingDeliveries } from '../../effects/reading/deliveries.ts';

/** Receives the webhooks of platforms. Only the signature of a webhook proves its sender. */
@Public()
@FromAnySite()
@Controller('api/webhooks/:door')
export class PlatformWebhooksController {
  constructor(
    private readonly webhooks: PlatformWebhooks,
    private readonly deliveries: IncomingDeliveries,
  ) {}

  /** Confirms that the URL is ours. Some platforms send this request at the registration, and again from time to time. */
  @Get()
  handshake(
    @Param('door') name: string,
    @Query() query: Record<string, unknown>,
    @Res() response: Response,
  ): void {
    const answer = this.webhooks.handshake(this.#nameOf(name), query);
    if (answer === 'not-configured') throw missing();
    if (answer === null) throw notSigned();
    response.set('cache-control', 'no-store').type(answer.type).send(answer.body);
  }

  /** A platform repeats a delivery that gets no response 200, and stops using a URL that fails repeatedly. */
  @Post()
  @HttpCode(200)
  async receive(@Param('door') name: string, @Req() request: RawBodyRequest<Request>): Promise<void> {
    const webhook = this.#nameOf(name);
    const rawBody = request.rawBody ?? Buffer.alloc(0);
    const opened = await this.webhooks.open(webhook, rawBody, request.headers);
    if (opened.kind === 'not-configured') throw missing();
    if (opened.kind === 'unsigned') throw notSigned();
    if (opened.hints.length > 0) await this.deliveries.take(webhook, rawBody, opened.hints);
  }

  #nameOf(name: string): WebhookName {
    const webhook = this.webhooks.verifierNameOf(name);
    if (webhook === null) throw missing();
    return webhook;
  }
}

const missing = () => new RequestRefused('request.not-found', SERVER_TEXT.notFound);
const notSigned = () => new RequestRefused('request.not-signed', SERVER_TEXT.notSigned);
