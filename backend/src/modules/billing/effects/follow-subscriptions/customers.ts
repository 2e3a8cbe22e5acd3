import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { KnownUsers } from '#modules/identity/ports/known-users.ts';
import { isLive } from '../../domain/subscription/premium-rule.ts';
import type { ObservedBy } from '../../domain/subscription/subscription-events.ts';
import { PremiumSubscriptions } from '../../gateways/prices/premium-subscriptions.ts';
import { StripeGateway } from '../../gateways/stripe/stripe-gateway.ts';
import { BillingAlarms } from './billing-alarms.ts';
import { SubscriptionFollower } from './subscription-follower.ts';
import { CUSTOMERS_VIEW } from '../../read-models/customers/customer-list.projection.ts';

/** Finds the user of a Stripe customer, for webhooks that contain only the customer's id. */
@Injectable()
export class Customers {
  constructor(
    private readonly pool: Pool,
    private readonly users: KnownUsers,
    private readonly stripe: StripeGateway,
    private readonly subscriptions: PremiumSubscriptions,
    private readonly follower: SubscriptionFollower,
    private readonly alarms: BillingAlarms,
  ) {}

  /**
   * Reads the subscriptions of a customer from Stripe, and records changes. First links an unlinked customer to the user in its metadata.
   * Returns null if the customer belongs to no user of this installation.
   * @throws errors of Stripe, the log and the database
   */
  async follow(
    customerId: string,
    why: Readonly<{ by: ObservedBy; causeEventId: string | null }>,
  ): Promise<string | null> {
    const userId = (await this.#userOf(customerId)) ?? (await this.#adopt(customerId));
    if (userId === null) this.alarms.unknownCustomer();
    else await this.follower.follow(userId, why);
    return userId;
  }

  /** Those of these customers that are linked to no user. */
  async unknownAmong(customerIds: readonly string[]): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      `select id from unnest($1::text[]) as listed (id)
       where not exists (select from ${CUSTOMERS_VIEW} known where known.customer_id = listed.id)`,
      [customerIds],
    );
    return rows.map(({ id }) => id);
  }

  async #userOf(customerId: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ userId: string }>(
      `select user_id as "userId" from ${CUSTOMERS_VIEW} where customer_id = $1`,
      [customerId],
    );
    return rows[0]?.userId ?? null;
  }

  async #adopt(customerId: string): Promise<string | null> {
    const userId = await this.stripe.userOfCustomer(customerId);
    if (userId === null) return null;
    if (!(await this.users.has(userId))) return null;
    if (await this.follower.adopt(userId, customerId)) return userId;
    // The user is linked to another customer, and Posthorn reads only the subscriptions of that one.
    const { subscriptions } = await this.subscriptions.of(customerId, null);
    if (subscriptions.some(({ status }) => isLive(status))) this.alarms.raise('second-customer', { userId });
    return null;
  }
}
