import type { BillingView, PortalFlow } from '@posthorn/contracts/billing/billing.http';
import { BILLING_TEXT } from '@posthorn/contracts/billing/billing-text';
import { refusal } from '@posthorn/contracts/shared/refusal';
import { planOf, type Subscription } from '../../domain/subscription/subscription.ts';
import type { Stripe } from 'stripe';

/** The user has no customer at Stripe: the user has never started a checkout, or the operator has deleted the customer. */
export class NoCustomer extends refusal('billing.no-customer', BILLING_TEXT.noCustomer) {}

export const billingView = (state: Subscription): BillingView => {
  const { causes, observed, customerId } = state;
  return {
    plan: planOf(state),
    causes,
    status: observed?.status ?? null,
    amount: observed?.amount ?? null,
    currency: observed?.currency ?? null,
    periodEnd: observed?.periodEnd ?? null,
    cancelAtPeriodEnd: observed?.cancelAtPeriodEnd ?? false,
    endsAt: observed?.endsAt ?? null,
    pastDueSince: observed?.pastDueSince ?? null,
    canOpenPortal: customerId !== null,
  };
};

/** Returns the page of Stripe's portal to open (docs.stripe.com/customer-management/portal-deep-links); null: the start page. */
export function flowData(
  flow: PortalFlow | undefined,
  { observed }: Subscription,
): Stripe.BillingPortal.SessionCreateParams.FlowData | null {
  if (flow === 'payment-method') return { type: 'payment_method_update' };
  if (flow === 'cancel' && observed)
    return { type: 'subscription_cancel', subscription_cancel: { subscription: observed.subscriptionId } };
  return null;
}
