import { Injectable, Logger } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import type { Process } from '#infrastructure/readers/process.ts';
import type { EmailChangedEvent } from '#modules/identity/ports/events.ts';
import { MailAddresses } from '#modules/identity/ports/mail-addresses.ts';
import { StripeGateway } from '../../gateways/stripe/stripe-gateway.ts';
import { failureOf, isStripeError } from '../../gateways/stripe/stripe-failure.ts';
import { SubscriptionFollower } from '../follow-subscriptions/subscription-follower.ts';

/** The failures after which a repeated call may succeed. */
const TEMPORARY: ReadonlySet<string> = new Set(['unsent', 'unclear', 'busy']);

/**
 * Sends the current address of a user to Stripe, which mails receipts to this address. This is not an effect of the engine, because the call
 * may be repeated: each call sends the address that is current at that time.
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

  /** @throws temporary errors of Stripe; the process then handles the event again */
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
