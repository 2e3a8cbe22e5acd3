import type Stripe from 'stripe';
import { sendPage } from '../../control/page-style.ts';
import type { Exchange } from '../../http/exchange.ts';
import { markup, type SafeMarkup } from '../../http/html.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Route } from '../../http/router.ts';
import { liveCustomer } from '../calls/customers.ts';
import { endChange } from '../calls/subscriptions.ts';
import { actOf, cardOf, newPaymentMethod } from '../objects/card.ts';
import { idOf } from '../objects/invoice.ts';
import { itemOf } from '../objects/subscription.ts';
import { refusal } from '../stripe-refusal.ts';
import type { StripeSandbox } from '../stripe.ts';
import { hasEnded, retry } from '../time/subscription-life.ts';
import type { Transaction } from '../transaction.ts';

type Session = Stripe.BillingPortal.Session;
/** An unused session expires after an hour. */
const OPEN_SECONDS = 3600;

/** The customer portal. A customer can cancel a subscription and change the card. */
export const portalRoutes = (stripe: StripeSandbox): readonly Route[] => [
  {
    method: 'GET',
    pattern: '/stripe/portal/:id',
    run: (exchange, { id = '' }) => {
      show(exchange, stripe, id);
    },
  },
  {
    method: 'POST',
    pattern: '/stripe/portal/:id',
    run: async (exchange, { id = '' }) => {
      const form = new URLSearchParams(await exchange.text());
      const session = openSession(stripe, id);
      if (!session) {
        show(exchange, stripe, id);
        return;
      }
      try {
        stripe.change((tx) => {
          runAction(tx, session, form);
        });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        show(exchange, stripe, id, (error.body['error'] as { message: string }).message);
        return;
      }
      const redirectUrl = session.flow?.after_completion.redirect?.return_url;
      exchange.send(303, '', 'text/plain', { Location: redirectUrl ?? `/stripe/portal/${id}` });
    },
  },
];

function openSession(stripe: StripeSandbox, id: string): Session | null {
  const session = stripe.store.get('billing_portal.session', id);
  return session && stripe.now < session.created + OPEN_SECONDS ? session : null;
}

const subscriptionsOf = (
  all: readonly Stripe.Subscription[],
  customer: string,
): readonly Stripe.Subscription[] =>
  all.filter((one) => one.customer === customer && !hasEnded(one) && one.status !== 'incomplete');

/** @throws Refusal when the card is invalid or declined */
function runAction(tx: Transaction, { customer }: Session, form: URLSearchParams): void {
  const subscriptions = subscriptionsOf(tx.all('subscription'), customer);
  if (form.get('action') === 'card') {
    const card = newPaymentMethod(cardOf(form.get('number') ?? ''), customer, tx.now);
    if (actOf(card) === 'declined') throw refusal(402, 'Your card was declined.', { code: 'card_declined' });
    tx.addEvent('payment_method.attached', tx.keep(card));
    const { invoice_settings: settings, ...owner } = liveCustomer(tx, customer);
    const change = { invoice_settings: { ...settings, default_payment_method: card.id } };
    tx.change({ ...owner, invoice_settings: settings }, change, 'customer.updated');
    for (const one of subscriptions) {
      const changed = tx.change(one, { default_payment_method: card.id }, 'customer.subscription.updated');
      // The portal immediately tries to pay an open invoice with the new card.
      if (changed.status === 'past_due') retry(tx, changed);
    }
    return;
  }
  const chosen = subscriptions.find(({ id }) => id === form.get('subscription'));
  if (!chosen) throw refusal(400, 'There is no such subscription any more.');
  tx.change(chosen, endChange(tx, chosen, form.get('action') === 'cancel'), 'customer.subscription.updated');
}

function show(exchange: Exchange, stripe: StripeSandbox, id: string, problem?: string): void {
  stripe.passTime();
  const session = openSession(stripe, id);
  if (!session) {
    sendPage(
      exchange,
      404,
      'Billing',
      markup`<p class="card alert">This page has ended. Open it again from the settings.</p>`,
    );
    return;
  }
  const subscriptions = subscriptionsOf(stripe.store.all('subscription'), session.customer);
  const flow = session.flow?.type ?? null;
  const returnUrl = session.return_url;
  const body = markup`${problem !== undefined && markup`<p class="card alert" role="alert">${problem}</p>`}
    ${flow !== 'payment_method_update' && subscriptions.map(subscriptionCard)}
    ${flow !== 'payment_method_update' && subscriptions.length === 0 && markup`<p class="card">There is no subscription.</p>`}
    ${flow !== 'subscription_cancel' && cardCard(stripe, session)}
    ${returnUrl !== null && markup`<p><a href="${returnUrl}">Return to Posthorn</a></p>`}`;
  const redirectUrl = session.flow?.after_completion.redirect?.return_url;
  const formAction =
    redirectUrl !== undefined && URL.canParse(redirectUrl) ? new URL(redirectUrl).origin : '';
  sendPage(exchange, problem === undefined ? 200 : 400, 'Billing', body, { formAction });
}

const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

function subscriptionCard(subscription: Stripe.Subscription): SafeMarkup {
  const { price, current_period_end: periodEnd } = itemOf(subscription);
  const amount = `$${((price.unit_amount ?? 0) / 100).toFixed(2)}`;
  const { id, status, cancel_at_period_end: isEnding } = subscription;
  return markup`<section class="card">
    <h2>Posthorn Premium, ${amount} a month</h2>
    <p>${status === 'past_due' ? 'The last payment failed.' : isEnding ? `Ends on ${dayOf(periodEnd)}.` : `Renews on ${dayOf(periodEnd)}.`}</p>
    <form method="post">
      <input type="hidden" name="subscription" value="${id}" />
      <button name="action" value="${isEnding ? 'keep' : 'cancel'}">${isEnding ? 'Keep subscription' : 'Cancel subscription'}</button>
    </form>
  </section>`;
}

function cardCard({ store }: StripeSandbox, { customer }: Session): SafeMarkup {
  const owner = store.get('customer', customer);
  const cardIds = [
    ...subscriptionsOf(store.all('subscription'), customer).map((one) => one.default_payment_method),
    owner && !owner.deleted ? owner.invoice_settings.default_payment_method : null,
  ].map(idOf);
  const method = store.get('payment_method', cardIds.find((one) => one !== null) ?? '');
  return markup`<section class="card" aria-labelledby="method">
    <h2 id="method">Card</h2>
    <p>${method?.card ? `Ends in ${method.card.last4}.` : 'No card is on file.'}</p>
    <form method="post">
      <label>New card number <input name="number" inputmode="numeric" autocomplete="cc-number" required maxlength="23" value="4242 4242 4242 4242" /></label>
      <button name="action" value="card">Change card</button>
    </form>
  </section>`;
}
