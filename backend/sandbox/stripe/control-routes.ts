import { BadInput, bodyOf } from '../control/control-input.ts';
import type { Exchange } from '../http/exchange.ts';
import { isObject, type JsonRecord } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';
import type { Route } from '../http/router.ts';
import { intentOpenedBy } from './calls/payments.ts';
import { liveCustomer } from './calls/customers.ts';
import { liveSubscription } from './calls/subscriptions.ts';
import { cardOf, DEFAULT_CARD, newPaymentMethod } from './objects/card.ts';
import type { Intent } from './objects/intents.ts';
import { readConfirmation, readDays, readDelivery, readSending } from './control-input.ts';
import type { StripeSandbox } from './stripe.ts';
import type { KeptEvent, StripeKind } from './stripe-store.ts';
import { authenticate, confirm, KeptRefusal } from './time/payment.ts';
import { end } from './time/subscription-life.ts';
import type { Transaction } from './transaction.ts';
import { renderEvent } from './webhooks/render-event.ts';

const KINDS: Readonly<Record<string, StripeKind>> = {
  customers: 'customer',
  products: 'product',
  prices: 'price',
  subscriptions: 'subscription',
  invoices: 'invoice',
  paymentIntents: 'payment_intent',
  setupIntents: 'setup_intent',
  paymentMethods: 'payment_method',
  charges: 'charge',
  portalSessions: 'billing_portal.session',
};

/** The calls by which a test or a person controls Stripe's sandbox. */
export function stripeControlRoutes(stripe: StripeSandbox): readonly Route[] {
  const postRoute = (name: string, action: (body: JsonRecord) => unknown): Route => ({
    method: 'POST',
    pattern: `/control/stripe/${name}`,
    run: async (exchange) => {
      await replyWith(exchange, async () => action(await bodyOf(exchange)));
    },
  });
  const changeCustomer = (customer: string, work: (tx: Transaction) => void): object => {
    stripe.change((tx) => {
      liveCustomer(tx, customer);
      work(tx);
    });
    return { customer };
  };

  return [
    {
      method: 'GET',
      pattern: '/control/stripe',
      run: async (exchange) => {
        await replyWith(exchange, () => Promise.resolve(overview(stripe, exchange.query.get('apiVersion'))));
      },
    },
    postRoute('confirm', (body) => fillForm(stripe, body)),
    postRoute('advance', (body) => {
      const milliseconds = Math.round(readDays(body) * 86_400_000);
      stripe.passTime();
      stripe.applyControl({ type: 'advanced', milliseconds });
      stripe.passTime();
      stripe.webhooks.sendPending();
      return { now: new Date(stripe.now * 1000).toISOString() };
    }),
    postRoute('webhooks', (body) => {
      stripe.applyControl({ type: 'sending', change: readSending(body) });
      stripe.webhooks.sendPending();
      return stripe.store.sending;
    }),
    postRoute('deliver', async (body) => {
      const { events, apiVersion } = readDelivery(body);
      const found = events.map((id) => {
        const event = stripe.store.get('event', id);
        if (!event) throw new BadInput(`There is no event ${id}.`);
        return event;
      });
      const statuses = await stripe.webhooks.deliver(found, apiVersion);
      return events.map((id, index) => ({ id, status: statuses[index] ?? null }));
    }),
    postRoute('decline', (body) => {
      const customer = requiredText(body, 'customer');
      const declines = body['declines'] !== false;
      return changeCustomer(customer, () => {
        stripe.applyControl({ type: 'declining', customer, declines });
      });
    }),
    postRoute('credit', (body) => {
      const cents = body['cents'];
      if (typeof cents !== 'number' || !Number.isSafeInteger(cents) || cents < 0)
        throw new BadInput('cents must be a whole number from 0.');
      if (body['customer'] === undefined) {
        stripe.applyControl({ type: 'credit', cents });
        return { cents };
      }
      return changeCustomer(requiredText(body, 'customer'), (tx) => {
        const customer = liveCustomer(tx, requiredText(body, 'customer'));
        tx.change(customer, { balance: -cents }, 'customer.updated');
      });
    }),
    postRoute('end', (body) => {
      const { id, status } = stripe.change((tx) =>
        end(tx, liveSubscription(tx, requiredText(body, 'subscription')), 'cancellation_requested'),
      );
      return { id, status };
    }),
    postRoute('refund', (body) =>
      changeCustomer(requiredText(body, 'customer'), (tx) => {
        const charge = lastCharge(tx, requiredText(body, 'customer'));
        const refunded = tx.change(charge, { refunded: true, amount_refunded: charge.amount });
        tx.addEvent('charge.refunded', refunded);
      }),
    ),
    postRoute('dispute', (body) =>
      changeCustomer(requiredText(body, 'customer'), (tx) => {
        tx.addEvent(
          'charge.dispute.created',
          tx.change(lastCharge(tx, requiredText(body, 'customer')), { disputed: true }),
        );
      }),
    ),
  ];
}

async function replyWith(exchange: Exchange, action: () => Promise<unknown>): Promise<void> {
  try {
    exchange.reply(200, await action());
  } catch (error) {
    if (error instanceof BadInput) exchange.reply(400, { message: error.message });
    else if (error instanceof Refusal) exchange.reply(400, { message: messageOf(error) });
    else throw error;
  }
}

const messageOf = ({ body: { error } }: Refusal): string =>
  isObject(error) && typeof error['message'] === 'string' ? error['message'] : 'Stripe refused it.';

/** Fills in the payment form. A declined card is not an invalid request: the result reports it in `error`. */
function fillForm(stripe: StripeSandbox, body: JsonRecord): object {
  const { clientSecret, card, approve } = readConfirmation(body);
  const view = ({ id, status }: Intent): object => ({ id, status });
  try {
    return stripe.change((tx) => {
      const openIntent = intentOpenedBy(tx, clientSecret);
      const intent = confirm(tx, openIntent, newPaymentMethod(cardOf(card ?? DEFAULT_CARD), null, tx.now));
      const needsApproval = intent.status === 'requires_action' && approve !== null;
      return view(needsApproval ? authenticate(tx, intent, approve) : intent);
    });
  } catch (error) {
    if (!(error instanceof KeptRefusal)) throw error;
    const intent = stripe.change((tx) => intentOpenedBy(tx, clientSecret));
    return { ...view(intent), error: error.body['error'] };
  }
}

function overview(stripe: StripeSandbox, apiVersion: string | null): object {
  stripe.passTime();
  const { store, webhooks } = stripe;
  const rendered = (event: KeptEvent): object =>
    renderEvent(event, { apiVersion, pending: webhooks.isPending(event) ? 1 : 0 });
  return {
    now: new Date(stripe.now * 1000).toISOString(),
    webhooks: store.sending,
    declining: store.declining,
    ...Object.fromEntries(Object.entries(KINDS).map(([name, kind]) => [name, store.all(kind)])),
    events: store.all('event').map(rendered),
    deliveries: store.deliveries,
  };
}

function lastCharge(tx: Transaction, customer: string): ReturnType<typeof chargesOf>[number] {
  const charge = chargesOf(tx, customer).at(-1);
  if (!charge) throw new BadInput(`${customer} has paid nothing yet.`);
  return charge;
}

const chargesOf = (tx: Transaction, customer: string) =>
  tx.all('charge').filter((one) => one.paid && one.customer === customer);

function requiredText(body: JsonRecord, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '')
    throw new BadInput(`${name} must be a text that is not empty.`);
  return value;
}
