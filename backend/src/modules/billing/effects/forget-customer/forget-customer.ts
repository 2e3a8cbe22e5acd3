import { Injectable, Logger } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type { ErasureStep, UserBeingErased, StepResult } from '#infrastructure/readers/erasure-steps.ts';
import { RemoteRevocations } from '#infrastructure/personal-data/erasure/remote-revocations.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { MailAddresses } from '#modules/identity/ports/mail-addresses.ts';
import { customerKeyOf } from '../checkouts/checkout-preparation.ts';
import {
  forgetCustomer,
  subscriptionStream,
  type Subscription,
} from '../../domain/subscription/subscription.ts';
import { StripeGateway } from '../../gateways/stripe/stripe-gateway.ts';

/**
 * The customers to delete. `customerId`: the linked customer. `key`: a checkout may have created a customer whose id is unknown. Stripe
 * returns its id when Posthorn repeats the call to create it, with the same arguments and key. `named`: all customers whose metadata contains
 * the id of this user. After an interrupted checkout or a restored backup, Stripe may have customers that the log does not contain.
 */
type Customer =
  | Readonly<{ customerId: string }>
  | Readonly<{ userId: string; email: string | null; key: string }>
  | Readonly<{ named: string }>;

const REVOCATION = 'billing.customer';
/** How long, in milliseconds, the step waits for a running checkout, so that its subscription ends too. */
const WAIT_AT_MOST = 15 * 60_000;
const CHECK_AGAIN_AFTER = 15_000;

/** Deletes the customer at Stripe, which ends paid subscriptions immediately. Stripe keeps the data that tax law requires. */
@Injectable()
export class ForgetCustomer {
  readonly #logger = new Logger('billing');

  constructor(
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly stripe: StripeGateway,
    private readonly addresses: MailAddresses,
    private readonly clock: DatabaseClock,
    private readonly revocations: RemoteRevocations,
  ) {
    const revoke = async (customer: object) => {
      await this.#delete(customer as Customer);
    };
    // If all tries fail, only the operator can delete the customer by hand, in Stripe's dashboard.
    revocations.register(REVOCATION, revoke, 'the operator');
  }

  readonly step: ErasureStep = {
    name: 'billing.customer',
    phase: 'leave',
    run: (person) => this.#forget(person),
  };

  async #forget({ userId, requestedAt }: UserBeingErased): Promise<StepResult> {
    const { state } = await this.reader.load(subscriptionStream, userId);
    const now = await this.clock.now();
    const status = state.checkout?.effect.status;
    const isCheckoutRunning = status === 'attempting' || status === 'unknown';
    if (isCheckoutRunning && now.getTime() - Date.parse(requestedAt) < WAIT_AT_MOST)
      return { againIn: CHECK_AGAIN_AFTER, waitsFor: 'a checkout' };
    const customer = await this.#customerOf(userId, state);
    const deleted = customer === null ? 0 : await this.#deleteOrRetryLater(userId, customer, REVOCATION);
    const mayHaveOthers = customer !== null || this.stripe.isConfigured;
    const others = mayHaveOthers
      ? await this.#deleteOrRetryLater(userId, { named: userId }, `${REVOCATION}-others`)
      : 0;
    await this.writer.decide(subscriptionStream, userId, (subscription) =>
      forgetCustomer(subscription, userId, now.toISOString()),
    );
    return { counts: { customers: deleted + others } };
  }

  /** The customer of a user; null: the user has none. */
  async #customerOf(
    userId: string,
    { customerId, checkout }: Pick<Subscription, 'customerId' | 'checkout'>,
  ): Promise<Customer | null> {
    if (customerId !== null) return { customerId };
    if (checkout === null) return null;
    const email = await this.addresses.addressOf(userId);
    return { userId, email, key: customerKeyOf(checkout.attemptId) };
  }

  /** Deletes customers at Stripe. Returns their number. */
  async #delete(customer: Customer): Promise<number> {
    const ids = await this.#idsOf(customer);
    for (const customerId of ids) await this.stripe.deleteCustomer(customerId);
    return ids.length;
  }

  async #idsOf(customer: Customer): Promise<readonly string[]> {
    if ('named' in customer) return this.stripe.customersNaming(customer.named);
    if ('customerId' in customer) return [customer.customerId];
    return [await this.stripe.createCustomer(customer.userId, customer.email, customer.key)];
  }

  /** Like `#delete`. If the call fails, stores it for repetition, and returns 0. */
  async #deleteOrRetryLater(ownerId: string, customer: Customer, name: string): Promise<number> {
    try {
      return await this.#delete(customer);
    } catch (error) {
      this.#logger.warn({
        msg: 'The customer of an erased user was not deleted at Stripe; it is tried again',
        userId: ownerId,
        err: error,
      });
      const id = `${name}-${ownerId}`;
      await this.revocations.keep({ id, ownerId, kind: REVOCATION, what: 'Stripe', secret: customer });
      return 0;
    }
  }
}
