import { Injectable, Logger } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import type { Process } from '#infrastructure/readers/process.ts';
import type { EmailChangedEvent } from '#modules/identity/ports/events.ts';
import { MailAddresses } from '#modules/identity/ports/mail-addresses.ts';
import { StripeGateway } from '../../gateways/stripe/stripe-gateway.ts';
import { failureOf, isStripeError } from '../../gateways/stripe/stripe-failure.ts';
import { SubscriptionFollower } from '../follow-subscriptions/subscription-follower.ts';

/** A repeated call may succeed after these failures. */
const TEMPORARY: ReadonlySet<string> = new Set(['unsent', 'unclear', 'busy']);

/**
 * Sends the user's present address to Stripe, which sends receipts there. This is no effect of the engine, because it may safely run more
 * than once: the last call sends the address of that moment.
 */
@Injectable()
export class SyncCustomerEmail {
  readonly #logger = new Logger('billing');

  constructor(
    private readonly configuration: Configuration,
    private readonly follower: SubscriptionFollower,
    private readonly stripe: StripeGateway,
    private readonly addresses: MailAddresses,
  ) {}

  readonly process: Process<EmailChangedEvent> = {
    name: 'billing.tell-address',
    categories: ['user'],
    types: ['EmailChanged'],
    from: 'now',
    handle: async ({ data: { userId } }) => {
      if (this.configuration.stripe) await this.#sync(userId);
    },
  };

  /** @throws temporary errors of Stripe; the event is then handled again */
  async #sync(userId: string): Promise<void> {
    const { state } = await this.follower.load(userId);
    const email = await this.addresses.addressOf(userId);
    if (state.customerId === null || email === null) return;
    try {
      await this.stripe.changeEmail(state.customerId, email);
    } catch (error) {
      if (!isStripeError(error) || TEMPORARY.has(failureOf(error).kind)) throw error;
      this.#logger.warn({
        msg: 'Stripe refused the new mail address of a customer; receipts go to the old one',
        userId,
        err: error,
      });
    }
  }
}
