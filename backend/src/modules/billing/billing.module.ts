import { Global, Module } from '@nestjs/common';
import { ExportRegistry } from '#infrastructure/readers/export-registry.ts';
import { ErasureSteps } from '#infrastructure/personal-data/erasure/erasure-steps.ts';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import { OutgoingModule } from '#infrastructure/outgoing/outgoing.module.ts';
import { ProcessRegistry } from '#infrastructure/readers/process-registry.ts';
import { ProjectionRegistry } from '#infrastructure/readers/projection-registry.ts';
import { AfterSignIn } from '#modules/identity/ports/after-sign-in.ts';
import { LandingPrice } from '#modules/identity/ports/landing-price.ts';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { defineHousekeeping } from '#infrastructure/effects/housekeeping.ts';
import { CheckoutPreparation } from './checkout/checkout-preparation.ts';
import { checkoutTimes, TIMES } from './checkout/checkout-times.ts';
import { Checkouts } from './checkout/checkouts.ts';
import { subscriptionStream } from './domain/subscription.ts';
import { DiagnoseBillingHandler } from './features/diagnose-billing/diagnose-billing.query.ts';
import { BillingPart } from './features/export-billing/billing-part.ts';
import { ForgetCustomer } from './features/forget-customer/forget-customer.ts';
import { LookAtStripeNowHandler } from './features/look-at-stripe-now/look-at-stripe-now.command.ts';
import { MakePricesHandler } from './features/make-prices/make-prices.command.ts';
import { ComplimentaryPremium } from './features/settle-complimentary/complimentary-premium.ts';
import { planList } from './features/tell-entitlements/plan-list.projection.ts';
import { Plans } from './features/tell-entitlements/plans.ts';
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
import { MAILING, mailTimes } from '#infrastructure/mail/mail-times.ts';
import { BillingMails } from './mails/billing-mails.ts';
import { UserEntitlements } from './ports/user-entitlements.ts';
import { LadderStart } from './prices/ladder-start.ts';
import { Prices } from './prices/prices.ts';
import { ShownPrices } from './prices/shown-prices.ts';
import { StripeDoor } from './stripe/stripe-door.ts';
import { BillingController } from './subscribing/billing.controller.ts';
import { SubscribeHandler } from './subscribing/subscribe.command.ts';
import { StripeEvents } from './webhook/stripe-events.ts';
import { StripeWebhookController } from './webhook/stripe-webhook.controller.ts';
import { TakeStripeEventHandler } from './webhook/take-stripe-event.command.ts';

/** Clears away what nobody asks for any more. */
const BillingHousekeeping = defineHousekeeping({
  name: 'billing.housekeeping',
  logger: 'billing',
  needs: { events: StripeEvents },
  steps: ({ events }) => [() => events.sweep()],
});

@Global()
@Module({
  imports: [OutgoingModule],
  controllers: [BillingController, StripeWebhookController],
  providers: [
    { provide: TIMES, useValue: checkoutTimes(process.env) },
    { provide: FOLLOWING, useValue: followingTimes(process.env) },
    ...[Plans, ...[UserEntitlements, PlanOf].map((provide) => ({ provide, useExisting: Plans }))],
    ...[ComplimentaryPremium, { provide: AfterSignIn, useExisting: ComplimentaryPremium }],
    ...[StripeDoor, LadderStart, Prices],
    ...[ShownPrices, { provide: LandingPrice, useExisting: ShownPrices }],
    ...[SubscriptionFollower, BillingAlarms, Customers, ForgetCustomer, TellAddress],
    ...[LookPace, AskAboutSubscription, FollowedSubscriptions, LookThroughStripe, NightlyLook],
    ...[CheckoutPreparation, Checkouts],
    { provide: MAILING, useValue: mailTimes(process.env) },
    BillingMails,
    ...[SubscribeHandler, TakeStripeEventHandler, StripeEvents, BillingHousekeeping],
    BillingPart,
    ...[DiagnoseBillingHandler, MakePricesHandler, LookAtStripeNowHandler],
  ],
  exports: [UserEntitlements, PlanOf, AfterSignIn, LandingPrice],
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
