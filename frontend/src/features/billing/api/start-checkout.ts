import { createSubscription, getBilling, getStripeKey } from '@posthorn/contracts/billing/billing.http';
import { money } from '@posthorn/contracts/shared/money';
import type { Stripe } from '@stripe/stripe-js';
import { ApiError, codeOf, messageOf, send } from '#lib/api-client.ts';
import { loadStripe } from './load-stripe.ts';
import { SUBSCRIBE_TEXT } from '../messages/subscribe.en.ts';

const TEXT = SUBSCRIBE_TEXT.problems;

/** The data for the payment form. `price`: the price of the subscription at Stripe; null: unknown. */
export type CheckoutForm = Readonly<{
  stripe: Stripe;
  clientSecret: string;
  intentType: 'payment' | 'setup';
  price: string | null;
}>;

/** An error with a title and a message for the user. */
export class CheckoutProblem extends Error {
  override readonly name = 'CheckoutProblem';
  constructor(
    readonly title: string,
    message?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The session has ended since the page loaded. */
export class SessionEnded extends CheckoutProblem {}

/**
 * Starts a subscription, and loads Stripe's script at the same time.
 * @returns null when the user already has Premium
 * @throws CheckoutProblem
 */
export async function startCheckout(): Promise<CheckoutForm | null> {
  const script = loadStripeOfServer();
  // The code below awaits the script only if there is something to pay. This handler prevents an unhandled rejection.
  script.catch(() => undefined);
  const { clientSecret, intentType, status, subscriptionId } = await createOnServer();
  if (clientSecret === null || intentType === null) {
    if (status === 'active') return null;
    if (subscriptionId !== null) throw new CheckoutProblem(TEXT.setup, TEXT.setupHint);
    throw new CheckoutProblem(TEXT.error, TEXT.noSecret);
  }
  const [loaded, price] = await Promise.all([script, subscriptionPrice()]);
  return { stripe: loaded, clientSecret, intentType, price };
}

async function createOnServer() {
  try {
    return await send(createSubscription, undefined);
  } catch (error) {
    if (codeOf(error) === 'billing.not-configured') throw notConfigured(error);
    if (codeOf(error) === 'identity.signed-out') throw new SessionEnded(TEXT.sessionEnded, TEXT.signInAgain);
    const fallback = error instanceof ApiError ? TEXT.notCreated(error.status) : TEXT.notStarted;
    throw new CheckoutProblem(TEXT.error, messageOf(error, fallback), { cause: error });
  }
}

async function loadStripeOfServer(): Promise<Stripe> {
  try {
    const { publicKey, scriptUrl } = await send(getStripeKey, undefined);
    return await loadStripe(scriptUrl, publicKey);
  } catch (error) {
    throw notConfigured(error);
  }
}

/** Returns the price of this subscription. An open subscription keeps its first price, which may differ from the current price. */
async function subscriptionPrice(): Promise<string | null> {
  try {
    const { amount, currency } = await send(getBilling, undefined);
    return amount === null || currency === null ? null : money(amount, currency);
  } catch {
    return null;
  }
}

const notConfigured = (cause: unknown): CheckoutProblem =>
  new CheckoutProblem(TEXT.configuration, TEXT.notConfigured, { cause });
