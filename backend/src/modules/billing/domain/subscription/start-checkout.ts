import { BILLING_TEXT } from '@posthorn/contracts/billing/billing-text';
import { refusal } from '@posthorn/contracts/shared/refusal';
import type { Checkout } from './checkout.ts';
import { SECRET_LIFETIME } from './observing.ts';
import { isLive } from './premium-rule.ts';
import { subscriptionEvent, type CheckoutFailed, type CheckoutStarted } from './subscription-events.ts';
import { planOf, type Subscription } from './subscription.ts';

/** The outcome of the call of another checkout is not yet known. */
class CheckoutIsBusy extends refusal('billing.busy', BILLING_TEXT.busy) {}

/** An unpaid subscription exists. A second one would charge the customer twice. */
class PaymentIsNeeded extends refusal('billing.payment-needed', BILLING_TEXT.paymentNeeded) {}

type NewCheckout = Readonly<{
  userId: string;
  attemptId: string;
  lookupKey: string;
  amount: number;
  currency: string;
  now: Date;
}>;

/**
 * Starts a checkout at the current price. Returns no events if an open checkout can continue, or if the person has Premium.
 * @throws CheckoutIsBusy, PaymentIsNeeded
 */
export function startCheckout(
  state: Subscription,
  { now, ...newCheckout }: NewCheckout,
): (CheckoutStarted | CheckoutFailed)[] {
  const { checkout, observed } = state;
  if (planOf(state) === 'premium') return [];
  if (observed && isLive(observed.status)) throw new PaymentIsNeeded();
  if (checkout && canContinue(state, checkout, newCheckout.lookupKey, now)) return [];
  // A call may be running, or its outcome may be unknown. The person must wait, because a second checkout could charge twice.
  if (checkout && isCallOpen(checkout)) throw new CheckoutIsBusy();
  const startedAt = now.toISOString();
  return [
    ...(checkout && isOpen(checkout) ? [superseded(newCheckout.userId, checkout.attemptId, startedAt)] : []),
    subscriptionEvent('CheckoutStarted', { ...newCheckout, startedAt }),
  ];
}

/** Ends the old checkout, which has created nothing at Stripe, so that no worker tries again. */
const superseded = (userId: string, attemptId: string, failedAt: string): CheckoutFailed =>
  subscriptionEvent('CheckoutFailed', {
    userId,
    attemptId,
    callId: null,
    reason: 'superseded',
    words: null,
    retryAt: null,
    failedAt,
  });

/** Returns whether the person can use an open checkout: its price is still current, and the secret of its form is still usable. */
function canContinue({ observed }: Subscription, checkout: Checkout, lookupKey: string, now: Date): boolean {
  if (checkout.lookupKey !== lookupKey || now.getTime() - Date.parse(checkout.startedAt) >= SECRET_LIFETIME)
    return false;
  const { status } = checkout.effect;
  if (status === 'failed' || status === 'cancelled') return false;
  return (
    status !== 'done' || (observed?.attemptId === checkout.attemptId && observed.status === 'incomplete')
  );
}

const isCallOpen = ({ effect: { status } }: Checkout): boolean =>
  status === 'attempting' || status === 'unknown';

const isOpen = ({ effect: { status } }: Checkout): boolean => status === 'scheduled' || status === 'retrying';
