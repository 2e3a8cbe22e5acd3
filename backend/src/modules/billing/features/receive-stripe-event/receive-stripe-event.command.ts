import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#infrastructure/clock.ts';
import { BillingAlarms } from '../../effects/follow-subscriptions/billing-alarms.ts';
import { Customers } from '../../effects/follow-subscriptions/customers.ts';
import { StripeGateway } from '../../gateways/stripe/stripe-gateway.ts';
import { customerOf } from '../../gateways/stripe/customer-of.ts';
import { StripeEvents } from '../../stores/stripe-events/stripe-events.ts';

/** Handles a body that was sent to the webhook URL. Returns false if Stripe has not signed it, or if it is not a snapshot event of our mode. */
export class ReceiveStripeEvent extends Command<boolean> {
  constructor(
    readonly rawBody: Buffer,
    readonly signature: string,
  ) {
    super();
  }
}

@CommandHandler(ReceiveStripeEvent)
export class ReceiveStripeEventHandler implements ICommandHandler<ReceiveStripeEvent> {
  constructor(
    private readonly stripe: StripeGateway,
    private readonly events: StripeEvents,
    private readonly customers: Customers,
    private readonly alarms: BillingAlarms,
    private readonly clock: Clock,
  ) {}

  /** @throws errors of Stripe, the log and the database; Stripe then delivers the event again */
  async execute({ rawBody, signature }: ReceiveStripeEvent): Promise<boolean> {
    const event = await this.stripe.signedEvent(rawBody, signature, this.clock.now());
    if (!event || !isSnapshot(event)) return false;
    if (event.livemode !== (this.stripe.settings.mode === 'live')) return false;
    if (!(await this.events.take(event.id, event.type))) return true;
    const customerId = customerOf(event);
    if (customerId !== null) {
      const userId = await this.customers.follow(customerId, { by: 'webhook', causeEventId: event.id });
      const facts = { eventId: event.id, ...(userId !== null && { userId }) };
      if (event.type === 'charge.refunded') this.alarms.raise('refund', facts);
      if (event.type === 'charge.dispute.created') this.alarms.raise('dispute', facts);
    } else if (event.type === 'charge.dispute.created') this.alarms.raise('dispute', { eventId: event.id });
    await this.events.markHandled(event.id);
    return true;
  }
}

const NAME = /^[\w.]{1,255}$/u;

const isSnapshot = (event: unknown): boolean =>
  typeof event === 'object' &&
  event !== null &&
  'id' in event &&
  isName(event.id) &&
  'type' in event &&
  isName(event.type) &&
  'data' in event &&
  typeof event.data === 'object' &&
  event.data !== null &&
  'object' in event.data;

const isName = (value: unknown): boolean => typeof value === 'string' && NAME.test(value);
