import {
  createSubscription,
  getBilling,
  getPrices,
  getStripeKey,
  openPortal,
  refreshBilling,
  type BillingView,
  type CreateSubscriptionReply,
  type PortalReply,
  type PricesView,
  type StripeKeyView,
} from '@posthorn/contracts/billing/billing.http';
import { MINUTE_SECONDS } from '@posthorn/contracts/shared/durations';
import { Body, Controller, Get, Header, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { CurrentUserId } from '#infrastructure/http/session/current-user.ts';
import { Public } from '#infrastructure/http/session/public-route.ts';
import { RateLimits, type Limit } from '#infrastructure/http/edge/rate-limits.ts';
import { SubscriptionFollower } from '../../effects/follow-subscriptions/subscription-follower.ts';
import { ShownPrices } from '../../gateways/prices/shown-prices.ts';
import { StripeGateway } from '../../gateways/stripe/stripe-gateway.ts';
import { refusalOf } from '../../gateways/stripe/stripe-errors.ts';
import { OpenPortalDto } from './billing.dto.ts';
import { billingView, flowData, NoCustomer } from '../show-billing/show-billing.ts';
import { Subscribe } from './subscribe.command.ts';

const REFRESHES: Limit = { name: 'billing.refresh', points: 10, seconds: MINUTE_SECONDS };
/** Enough for all clicks of a user in several windows, and too few to test stolen cards. */
const SUBSCRIBES: Limit = { name: 'billing.subscribe', points: 60, seconds: 10 * MINUTE_SECONDS };
const PORTALS: Limit = { name: 'billing.portal', points: 20, seconds: 10 * MINUTE_SECONDS };

/** Handles requests of a browser about payments. No request of a browser counts as a proof of a payment. */
@Controller()
export class BillingController {
  constructor(
    private readonly configuration: Configuration,
    private readonly commands: CommandBus,
    private readonly follower: SubscriptionFollower,
    private readonly prices: ShownPrices,
    private readonly stripe: StripeGateway,
    private readonly limits: RateLimits,
  ) {}

  @Get(getStripeKey.path)
  key(): StripeKeyView {
    const { publishableKey: publicKey, scriptUrl } = this.stripe.settings;
    return { publicKey, scriptUrl };
  }

  @Public()
  @Get(getPrices.path)
  @Header('cache-control', 'public, max-age=60')
  showPrices(): Promise<PricesView> {
    return this.prices.shown();
  }

  @Post(createSubscription.path)
  @HttpCode(200)
  async subscribe(@CurrentUserId() userId: string): Promise<CreateSubscriptionReply> {
    await this.limits.take(SUBSCRIBES, userId);
    return this.commands.execute(new Subscribe(userId)).catch(refuse);
  }

  @Get(getBilling.path)
  async show(@CurrentUserId() userId: string): Promise<BillingView> {
    return billingView((await this.follower.load(userId)).state);
  }

  @Post(refreshBilling.path)
  @HttpCode(200)
  async refresh(@CurrentUserId() userId: string): Promise<BillingView> {
    await this.limits.take(REFRESHES, userId);
    this.stripe.assertConfigured();
    const { state } = await this.follower.follow(userId, { by: 'return', causeEventId: null }).catch(refuse);
    return billingView(state);
  }

  @Post(openPortal.path)
  @HttpCode(200)
  async portal(@CurrentUserId() userId: string, @Body() { flow }: OpenPortalDto): Promise<PortalReply> {
    await this.limits.take(PORTALS, userId);
    const { state } = await this.follower.load(userId);
    if (state.customerId === null) throw new NoCustomer();
    const back = `${this.configuration.publicUrl}/settings?billing=back`;
    const url = await this.stripe.portal(state.customerId, back, flowData(flow, state)).catch(refuse);
    if (url === null) throw new NoCustomer();
    return { url };
  }
}

function refuse(error: unknown): never {
  throw refusalOf(error);
}
