import { STRIPE_WEBHOOK_PATH } from '@posthorn/contracts/billing/billing.http';
import { BILLING_TEXT } from '@posthorn/contracts/billing/billing-text';
import { Controller, Headers, HttpCode, Post, Req, type RawBodyRequest } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Request } from 'express';
import { FromAnySite } from '#infrastructure/http/edge/from-any-site.ts';
import { Public } from '#infrastructure/http/session/public-route.ts';
import { RequestRefused } from '#infrastructure/http/errors/request-refused.ts';
import { refusalOf } from '../../gateways/stripe/stripe-errors.ts';
import { ReceiveStripeEvent } from './receive-stripe-event.command.ts';

/** Receives the webhooks of Stripe. Only the signature authenticates the sender. */
@Public()
@FromAnySite()
@Controller()
export class StripeWebhookController {
  constructor(private readonly commands: CommandBus) {}

  /** Stripe repeats a delivery until it gets the status 200, for three days at most. */
  @Post(STRIPE_WEBHOOK_PATH)
  @HttpCode(200)
  async receive(
    @Req() request: RawBodyRequest<Request>,
    @Headers('stripe-signature') signature: string | undefined,
  ): Promise<{ received: true }> {
    const command = new ReceiveStripeEvent(request.rawBody ?? Buffer.alloc(0), signature ?? '');
    const isAccepted = await this.commands.execute(command).catch((error: unknown) => {
      throw refusalOf(error);
    });
    if (!isAccepted) throw new RequestRefused('billing.signature', BILLING_TEXT.notSigned);
    return { received: true };
  }
}
