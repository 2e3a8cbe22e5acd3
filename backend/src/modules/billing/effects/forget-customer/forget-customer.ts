import { Injectable, Logger } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type { ErasureStep, LeavingPerson, StepResult } from '#infrastructure/readers/erasure-steps.ts';
import { Farewells } from '#infrastructure/personal-data/erasure/farewells.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { MailAddresses } from '#modules/identity/ports/mail-addresses.ts';
import { customerKeyOf } from '../checkouts/checkout-preparation.ts';
import {
  forgetCustomer,
  subscriptionStream,
  type Subscription,
} from '../../domain/subscription/subscription.ts';
import { StripeDoor } from '../../gateways/stripe/stripe-door.ts';

/** Names the customer by id. Where Stripe's answer may be lost, it holds the arguments that make Stripe answer the same again. */
type Customer =
  Readonly<{ customerId: string }> | Readonly<{ userId: string; email: string | null; key: string }>;

const FAREWELL = 'billing.customer';
/** In milliseconds. The step waits for a subscription that is being made, so that this one ends as well. */
const WAIT_AT_MOST = 15 * 60_000;
const LOOK_AGAIN = 15_000;

/** Ends paid subscriptions at once and deletes the customer at Stripe. Stripe keeps what tax law requires. */
@Injectable()
export class ForgetCustomer {
  readonly #logger = new Logger('billing');

  constructor(
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly stripe: StripeDoor,
    private readonly addresses: MailAddresses,
    private readonly clock: DatabaseClock,
    private readonly farewells: Farewells,
  ) {
    farewells.speak(FAREWELL, (customer) => this.#delete(customer as Customer), 'the operator');
  }

  readonly step: ErasureStep = {
    name: 'billing.customer',
    phase: 'leave',
    run: (person) => this.#forget(person),
  };

  async #forget({ userId, requestedAt }: LeavingPerson): Promise<StepResult> {
    const { state } = await this.reader.load(subscriptionStream, userId);
    const now = await this.clock.now();
    const status = state.checkout?.effect.status;
    const isUnderWay = status === 'attempting' || status === 'unknown';
    if (isUnderWay && now.getTime() - Date.parse(requestedAt) < WAIT_AT_MOST)
      return { againIn: LOOK_AGAIN, waitsFor: 'a checkout' };
    const customer = await this.#customerOf(userId, state);
    const heard = customer === null ? 0 : await this.#tell(userId, customer);
    await this.writer.decide(subscriptionStream, userId, (subscription) =>
      forgetCustomer(subscription, userId, now.toISOString()),
    );
    return { counts: { customers: heard } };
  }

  /** Null: the user has no customer. */
  async #customerOf(
    userId: string,
    { customerId, checkout }: Pick<Subscription, 'customerId' | 'checkout'>,
  ): Promise<Customer | null> {
    if (customerId !== null) return { customerId };
    if (checkout === null) return null;
    const email = await this.addresses.of(userId);
    return { userId, email, key: customerKeyOf(checkout.attemptId) };
  }

  async #delete(customer: Customer): Promise<void> {
    const { customerId } =
      'customerId' in customer
        ? customer
        : { customerId: await this.stripe.createCustomer(customer.userId, customer.email, customer.key) };
    await this.stripe.deleteCustomer(customerId);
  }

  /** Returns how many customers are deleted at Stripe. */
  async #tell(ownerId: string, customer: Customer): Promise<number> {
    try {
      await this.#delete(customer);
      return 1;
    } catch (error) {
      this.#logger.warn({ msg: 'customer not deleted at Stripe, which is told again', err: error });
      const id = `${FAREWELL}-${ownerId}`;
      await this.farewells.keep({ id, ownerId, kind: FAREWELL, what: 'Stripe', secret: customer });
      return 0;
    }
  }
}
