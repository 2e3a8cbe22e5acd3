import { Injectable, Logger } from '@nestjs/common';
import { Counter } from 'prom-client';
import { Metrics } from '#infrastructure/observability/metrics.ts';
import { paidTwice, type CustomerState } from '../../domain/subscription/observing.ts';
import { isKnownStatus } from '../../domain/subscription/premium-rule.ts';
import type { ObservedBy, SubscriptionEvent } from '../../domain/subscription/subscription-events.ts';
import type { Subscription } from '../../domain/subscription/subscription.ts';

type Alarm = 'price-changed' | 'paid-twice' | 'second-customer' | 'unknown-status' | 'refund' | 'dispute';

const WORDS: Readonly<Record<Alarm, string>> = {
  'price-changed': 'The price of a subscription was changed at Stripe. Posthorn never does so: check who did',
  'paid-twice':
    'A customer pays for more than one subscription. Refund and end one at Stripe; Posthorn cancels none',
  'second-customer':
    'A user pays with a second customer at Stripe, which gives no Premium. Refund and end that subscription at Stripe; Posthorn cancels none',
  'unknown-status':
    'Stripe reports a subscription status that this version does not know. Update Posthorn; Premium stays as it was for 72 hours',
  refund: 'A payment was refunded at Stripe. Premium continues until the subscription ends there',
  dispute: 'A customer disputes a payment. Answer the dispute at Stripe',
};

type Followed = Readonly<{
  userId: string;
  by: ObservedBy;
  before: Subscription;
  after: Subscription;
  answer: CustomerState;
  /** The events that the response added to the log. */
  appended: readonly SubscriptionEvent[];
}>;

/** Logs and counts payment problems that an operator must know. The log lines name people by id and contain no personal data. */
@Injectable()
export class BillingAlarms {
  readonly #logger = new Logger('billing');
  readonly #alarms;
  readonly #reconciled;
  readonly #unknownCustomers;

  constructor(metrics: Metrics) {
    const registers = [metrics.registry];
    this.#alarms = new Counter({
      name: 'billing_alarms_total',
      help: 'Payment problems that an operator has to check at Stripe',
      labelNames: ['kind'],
      registers,
    });
    this.#reconciled = new Counter({
      name: 'billing_reconciled_total',
      help: 'Subscription changes that only the nightly reconciliation found, because no webhook arrived',
      labelNames: ['change'],
      registers,
    });
    this.#unknownCustomers = new Counter({
      name: 'billing_unknown_customer_total',
      help: 'Stripe webhooks about customers that Posthorn does not know',
      registers,
    });
  }

  raise(kind: Alarm, facts: Readonly<Record<string, string>>): void {
    this.#alarms.inc({ kind });
    this.#logger.error({ msg: WORDS[kind], ...facts });
  }

  unknownCustomer(): void {
    this.#unknownCustomers.inc();
  }

  /** Raises alarms for a response of Stripe: once for a change, and each night while a customer pays for two subscriptions. */
  followed({ userId, by, before, after: { observed }, answer, appended }: Followed): void {
    const isChanged = appended.some(({ type }) => type === 'SubscriptionObserved');
    // A second paid subscription causes no event, because the first one is effective. So webhooks and the nightly check also raise the alarm.
    if (paidTwice(answer) && (isChanged || by === 'webhook' || by === 'nightly'))
      this.raise('paid-twice', { userId });
    if (!isChanged || !observed) return;
    if (by === 'nightly')
      this.#reconciled.inc({ change: isKnownStatus(observed.status) ? observed.status : 'other' });
    const last = before.observed;
    if (last?.subscriptionId === observed.subscriptionId && last.priceId !== observed.priceId)
      this.raise('price-changed', { userId });
    if (!isKnownStatus(observed.status)) this.raise('unknown-status', { userId, status: observed.status });
  }
}
