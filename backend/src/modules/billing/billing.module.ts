import { Module } from '@nestjs/common';
import { ExportRegistry } from '#infrastructure/export/export-registry.ts';
import { ErasureSteps } from '#infrastructure/erasure/erasure-steps.ts';
import { EventCatalog } from '#infrastructure/log/event-catalog.ts';
import { OutgoingModule } from '#infrastructure/outgoing/outgoing.module.ts';
import { ProcessRegistry } from '#infrastructure/processes/process-registry.ts';
import { ProjectionRegistry } from '#infrastructure/projections/projection-registry.ts';
import { CheckoutPreparation } from './checkout/checkout-preparation.ts';
import { checkoutTimes, TIMES } from './checkout/checkout-times.ts';
import { Checkouts } from './checkout/checkouts.ts';
import { subscriptionStream } from './domain/subscription.ts';
import { DiagnoseBillingHandler } from './features/diagnose-billing/diagnose-billing.query.ts';
import { BillingPart } from './features/export-billing/billing-part.ts';
import { ForgetCustomer } from './features/forget-customer/forget-customer.ts';
import { LookAtStripeNowHandler } from './features/look-at-stripe-now/look-at-stripe-now.handler.ts';
import { MakePricesHandler } from './features/make-prices/make-prices.command.ts';
import { SettleComplimentaryHandler } from './features/settle-complimentary/settle-complimentary.command.ts';
import { planList } from './features/tell-entitlements/plan-list.projection.ts';
import {
  EntitlementsOfHandler,
  EntitlementsShownHandler,
} from './features/tell-entitlements/entitlements.handlers.ts';
import { BillingAlarms } from './following/billing-alarms.ts';
import { customerList } from './following/customer-list.projection.ts';
import { Customers } from './following/customers.ts';
import { followedSubscriptions } from './following/followed-subscriptions.projection.ts';
import { FollowedSubscriptions, AskAboutSubscription } from './following/followed-subscriptions.ts';
import { FOLLOWING, followingTimes } from './following/following-times.ts';
import { LookPace } from './following/look-pace.ts';
import { LookThroughStripe, NightlyLook } from './following/nightly-look.ts';
import { SubscriptionFollower } from './following/subscription-follower.ts';
import { TellAddress } from './following/tell-address.ts';
import { BillingHousekeeping } from './housekeeping.ts';
import { MAILING, mailTimes } from '#infrastructure/mail/mail-times.ts';
import { BillingMails } from './mails/billing-mails.ts';
import { LadderStart } from './prices/ladder-start.ts';
import { Prices } from './prices/prices.ts';
import { ShowPricesHandler } from './prices/show-prices.query.ts';
import { StripeDoor } from './stripe/stripe-door.ts';
import { BillingController } from './subscribing/billing.controller.ts';
import { SubscribeHandler } from './subscribing/subscribe.command.ts';
import { StripeEvents } from './webhook/stripe-events.ts';
import { StripeWebhookController } from './webhook/stripe-webhook.controller.ts';
import { TakeStripeEventHandler } from './webhook/take-stripe-event.command.ts';

@Module({
  imports: [OutgoingModule],
  controllers: [BillingController, StripeWebhookController],
  providers: [
    { provide: TIMES, useValue: checkoutTimes(process.env) },
    { provide: FOLLOWING, useValue: followingTimes(process.env) },
    ...[SettleComplimentaryHandler, EntitlementsOfHandler, EntitlementsShownHandler],
    ...[StripeDoor, LadderStart, Prices, ShowPricesHandler],
    ...[SubscriptionFollower, BillingAlarms, Customers, ForgetCustomer, TellAddress],
    ...[LookPace, AskAboutSubscription, FollowedSubscriptions, LookThroughStripe, NightlyLook],
    ...[CheckoutPreparation, Checkouts],
    { provide: MAILING, useValue: mailTimes(process.env) },
    BillingMails,
    ...[SubscribeHandler, TakeStripeEventHandler, StripeEvents, BillingHousekeeping],
    BillingPart,
    ...[DiagnoseBillingHandler, MakePricesHandler, LookAtStripeNowHandler],
  ],
})
export class BillingModule {
  constructor(
    catalog: EventCatalog,
    projections: ProjectionRegistry,
    processes: ProcessRegistry,
    address: TellAddress,
    exports: ExportRegistry,
    part: BillingPart,
    steps: ErasureSteps,
    forget: ForgetCustomer,
  ) {
    catalog.add(subscriptionStream);
    for (const projection of [planList, followedSubscriptions, customerList]) projections.add(projection);
    processes.add(address.process);
    exports.add(part);
    steps.add(forget.step);
  }
}
