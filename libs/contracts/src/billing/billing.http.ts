import type { Call } from '../shared/call.ts';
import type { Plan } from './plan.ts';

/** Amounts are in the smallest unit of their currency (cents); `currency` is an ISO code in lower case; instants are ISO texts in UTC. */

export type StripeKeyView = Readonly<{
  publicKey: string;
  /** Where the browser loads Stripe's script from. */
  scriptUrl: string;
}>;

/**
 * `clientSecret` opens the payment form; `intentType` says how the form confirms it. Null: there is nothing to confirm.
 * No other response contains the secret.
 */
export type CreateSubscriptionReply = Readonly<{
  clientSecret: string | null;
  intentType: 'payment' | 'setup' | null;
  status: 'active' | 'incomplete';
  subscriptionId: string | null;
}>;

export type BillingView = Readonly<{
  plan: Plan;
  causes: readonly ('complimentary' | 'subscription')[];
  /** Stripe's status of the subscription; null: the user never had a subscription. */
  status: string | null;
  amount: number | null;
  currency: string | null;
  periodEnd: string | null;
  cancelAtPeriodEnd: boolean;
  /** When the subscription ends or ended; null: it continues. */
  endsAt: string | null;
  pastDueSince: string | null;
  canOpenPortal: boolean;
}>;

export type PricesView = Readonly<{
  current: Readonly<{ amount: number; currency: string; interval: 'month' }>;
  normally: number;
  /** `from`: the first day on which new subscribers pay this amount. */
  next: Readonly<{ amount: number; from: string }> | null;
  /** False: Stripe is not set up, or its price could not be read for an hour. */
  canSubscribe: boolean;
}>;

export const PORTAL_FLOWS = ['payment-method', 'cancel'] as const;
export type PortalFlow = (typeof PORTAL_FLOWS)[number];
export type OpenPortalRequest = Readonly<{ flow?: PortalFlow }>;
export type PortalReply = Readonly<{ url: string }>;

export const getStripeKey: Call<void, StripeKeyView> = { method: 'GET', path: '/api/stripe/public-key' };
/** The server ignores the body. */
export const createSubscription: Call<void, CreateSubscriptionReply> = {
  method: 'POST',
  path: '/api/create-subscription',
};
export const getBilling: Call<void, BillingView> = { method: 'GET', path: '/api/billing' };
/** Reads the subscription from Stripe again. */
export const refreshBilling: Call<void, BillingView> = { method: 'POST', path: '/api/billing/refresh' };
export const openPortal: Call<OpenPortalRequest, PortalReply> = {
  method: 'POST',
  path: '/api/billing/portal',
};
export const getPrices: Call<void, PricesView> = { method: 'GET', path: '/api/billing/prices' };
/** Only Stripe calls this path. */
export const STRIPE_WEBHOOK_PATH = '/api/stripe/webhook';
