import { Global, Module } from '@nestjs/common';
import { defineHousekeeping } from '#infrastructure/effects/housekeeping.ts';
import { MAILING, mailTimes } from '#infrastructure/mail/mail-times.ts';
import { manifest } from '#infrastructure/manifest/manifest.ts';
import { bindPort } from '#infrastructure/manifest/module-manifest.ts';
import { OutgoingModule } from '#infrastructure/outgoing/outgoing.module.ts';
import { AfterSignIn } from '#modules/identity/ports/after-sign-in.ts';
import { LandingPrice } from '#modules/identity/ports/landing-price.ts';
import { PlanOf } from '#modules/identity/ports/plan-of.ts';
import { CheckoutPreparation } from './effects/checkouts/checkout-preparation.ts';
import { TIMES, checkoutTimes } from './effects/checkouts/checkout-times.ts';
import { Checkouts } from './effects/checkouts/checkouts.ts';
import { subscriptionStream } from './domain/subscription/subscription.ts';
import { DiagnoseBillingHandler } from './features/diagnose-billing/diagnose-billing.query.ts';
import { BillingPart } from './features/export-billing/billing-part.ts';
import { ForgetCustomer } from './effects/forget-customer/forget-customer.ts';
import { ReconcileStripeNowHandler } from './features/reconcile-stripe-now/reconcile-stripe-now.command.ts';
import { MakePricesHandler } from './features/make-prices/make-prices.command.ts';
import { ComplimentaryPremium } from './effects/settle-complimentary/complimentary-premium.ts';
import { planList } from './read-models/plans/plan-list.projection.ts';
import { Plans } from './read-models/plans/plans.ts';
import { BillingAlarms } from './effects/follow-subscriptions/billing-alarms.ts';
import { customerList } from './read-models/customers/customer-list.projection.ts';
import { Customers } from './effects/follow-subscriptions/customers.ts';
import { followedSubscriptions } from './read-models/followed-subscriptions/followed-subscriptions.projection.ts';
import {
  CheckSubscription,
  FollowedSubscriptions,
} from './effects/follow-subscriptions/followed-subscriptions.ts';
import { FOLLOWING, followingTimes } from './effects/follow-subscriptions/following-times.ts';
import { SubscriptionCheckRate } from './effects/follow-subscriptions/subscription-check-rate.ts';
import {
  StripeReconciliation,
  NightlyReconciliation,
} from './effects/follow-subscriptions/nightly-reconciliation.ts';
import { SubscriptionFollower } from './effects/follow-subscriptions/subscription-follower.ts';
import { SyncCustomerEmail } from './effects/sync-customer-email/sync-customer-email.ts';
import { BillingMails } from './effects/mails/billing-mails.ts';
import { LadderStart } from './gateways/prices/ladder-start.ts';
import { PremiumSubscriptions } from './gateways/prices/premium-subscriptions.ts';
import { Prices } from './gateways/prices/prices.ts';
import { ShownPrices } from './gateways/prices/shown-prices.ts';
import { StripeGateway } from './gateways/stripe/stripe-gateway.ts';
import { BillingController } from './features/subscribe/billing.controller.ts';
import { SubscribeHandler } from './features/subscribe/subscribe.command.ts';
import { StripeEvents } from './stores/stripe-events/stripe-events.ts';
import { StripeWebhookController } from './features/receive-stripe-event/stripe-webhook.controller.ts';
import { ReceiveStripeEventHandler } from './features/receive-stripe-event/receive-stripe-event.command.ts';

const BillingHousekeeping = defineHousekeeping({
  name: 'billing.housekeeping',
  logger: 'billing',
  needs: { events: StripeEvents },
  steps: ({ events }) => [() => events.sweep()],
});

@Global()
@Module(
  manifest({
    name: 'billing',
    imports: [OutgoingModule],
    controllers: [BillingController, StripeWebhookController],
    streams: [subscriptionStream],
    readModels: [planList, followedSubscriptions, customerList],
    processes: [SyncCustomerEmail],
    effects: [Checkouts, BillingMails],
    leasedWork: [FollowedSubscriptions, NightlyReconciliation],
    housekeeping: [BillingHousekeeping],
    erasureSteps: [ForgetCustomer],
    exportParts: [BillingPart],
    metrics: [BillingAlarms],
    offers: [
      bindPort(PlanOf, Plans),
      bindPort(AfterSignIn, ComplimentaryPremium),
      bindPort(LandingPrice, ShownPrices),
    ],
    providers: [
      { provide: TIMES, useValue: checkoutTimes(process.env) },
      { provide: FOLLOWING, useValue: followingTimes(process.env) },
      { provide: MAILING, useValue: mailTimes(process.env) },
      ...[StripeGateway, LadderStart, Prices, PremiumSubscriptions, CheckoutPreparation],
      ...[SubscriptionFollower, Customers, SubscriptionCheckRate, CheckSubscription, StripeReconciliation],
      ...[SubscribeHandler, ReceiveStripeEventHandler, StripeEvents],
      ...[DiagnoseBillingHandler, MakePricesHandler, ReconcileStripeNowHandler],
    ],
  }),
)
export class BillingModule {}
