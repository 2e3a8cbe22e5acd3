import type {
  BillingView,
  CreateSubscriptionReply,
  PortalReply,
} from '@posthorn/contracts/billing/billing.http';
import type { UserView } from '@posthorn/contracts/identity/session.http';
import type { ApiResponse } from './browserless-client.ts';
import { Creator } from './creator.ts';
import { eventually } from './eventually.ts';
import { recordedEvents } from './kept-data.ts';
import type { Product } from './product.ts';
import { SandboxControl, type Payment, type PaymentOutcome, type StripeState } from './sandbox-control.ts';

export const CARDS = { declined: '4000000000000002', asks: '4000002500003155' } as const;

/** A creator who pays, or tries to pay. */
export class Subscriber {
  private constructor(
    private readonly product: Product,
    readonly creator: Creator,
    readonly id: string,
  ) {}

  static async signedUp(product: Product, email?: string): Promise<Subscriber> {
    const creator = await Creator.signedIn(product, email);
    const { body } = await creator.client.get<UserView>('/api/auth/user');
    return new Subscriber(product, creator, body.id);
  }

  get sandbox(): SandboxControl {
    return new SandboxControl(this.product.sandboxUrl);
  }

  begin(body: object = {}): Promise<ApiResponse<CreateSubscriptionReply>> {
    return this.creator.client.post<CreateSubscriptionReply>('/api/create-subscription', body);
  }

  async pay(payment: Omit<Payment, 'clientSecret'> = {}): Promise<PaymentOutcome> {
    const { body, status, text } = await this.begin();
    if (body.clientSecret === null || status !== 200)
      throw new Error(`Nothing to pay: ${String(status)} ${text}`);
    return this.sandbox.confirm({ clientSecret: body.clientSecret, ...payment });
  }

  /** The billing state from the log. */
  async billing(): Promise<BillingView> {
    return (await this.creator.client.get<BillingView>('/api/billing')).body;
  }

  /** Makes the product read the state from Stripe, as a browser does after a payment. Returns the billing state. */
  async refresh(): Promise<BillingView> {
    return (await this.creator.client.post<BillingView>('/api/billing/refresh')).body;
  }

  /** Whether screens show Premium. */
  async isPremium(): Promise<boolean> {
    return (await this.creator.client.get<UserView>('/api/auth/user')).body.isPremium;
  }

  /** Waits until webhooks have changed the plan. @throws Error with the last plan */
  becomes(plan: 'free' | 'premium'): Promise<void> {
    return eventually(async () => {
      const current = { billing: (await this.billing()).plan, shown: await this.isPremium() };
      if (current.billing !== plan || current.shown !== (plan === 'premium'))
        throw new Error(JSON.stringify(current));
    }, 20);
  }

  /** Cancels on Stripe's page. */
  async cancel(): Promise<void> {
    const portal = await this.creator.client.post<PortalReply>('/api/billing/portal', { flow: 'cancel' });
    const [subscription] = (await this.atStripe()).filter(({ status }) => status === 'active');
    const response = await fetch(portal.body.url, {
      method: 'POST',
      body: new URLSearchParams({ action: 'cancel', subscription: subscription?.id ?? '' }),
      redirect: 'manual',
    });
    if (response.status !== 303) throw new Error(`The response of the portal was ${String(response.status)}`);
  }

  async customers(): Promise<StripeState['customers']> {
    const { customers } = await this.sandbox.stripeState();
    return customers.filter(({ metadata }) => metadata['userId'] === this.id);
  }

  async atStripe(): Promise<StripeState['subscriptions']> {
    const [customers, { subscriptions }] = [await this.customers(), await this.sandbox.stripeState()];
    return subscriptions.filter(({ customer }) => customers.some(({ id }) => id === customer));
  }

  /** Ids of Stripe's events about this person, oldest first. */
  async eventIds(): Promise<readonly string[]> {
    const [customers, { events }] = [await this.customers(), await this.sandbox.stripeState()];
    return events
      .filter(({ data: { object } }) => customers.some(({ id }) => id === object.customer))
      .map(({ id }) => id);
  }

  /** The types of the events of the subscription in the log. */
  async subscriptionEvents(): Promise<readonly string[]> {
    const stream = `subscription-${this.id}`;
    return (await recordedEvents(this.product))
      .filter((each) => each.stream === stream)
      .map(({ type }) => type);
  }
}
