import { ENTITLEMENTS } from '@posthorn/contracts/billing/entitlements';
import { BRAND } from '@posthorn/contracts/shared/brand';

const { scheduledPosts, connectedAccounts } = ENTITLEMENTS.free;

/** Dates are whole days in UTC, written out: `November 23, 2026`. */
export const BILLING_MAIL_TEXT = {
  welcome: {
    subject: `Welcome to ${BRAND.name} Premium`,
    paid: 'Your subscription is active, and Premium is on.',
    nextPayment: (amount: string, day: string) => `The next payment, ${amount}, is on ${day}.`,
    price: 'You keep the price you started with for as long as the subscription runs.',
    button: 'Open the app',
    cancelling: 'You can cancel any time in Settings. Premium then stays until the end of the paid period.',
  },
  paymentFailed: {
    subject: 'Your last payment failed',
    failed: `Your card was declined for the last payment for ${BRAND.name} Premium.`,
    until: (day: string) => `Premium stays on until ${day}. To keep it, update your card before then.`,
    button: 'Update your card',
    again:
      'We will try the payment again automatically. If you have already updated your card, you need not do anything.',
  },
  paymentReminder: {
    subject: 'Your payment is still open',
    failed: `The last payment for ${BRAND.name} Premium has not gone through yet.`,
  },
  /** Premium has ended, but the subscription has not. */
  premiumPaused: {
    subject: `Your ${BRAND.name} Premium is paused`,
    open: 'Your subscription still needs a payment, so you are on the free plan for now. It has not ended, and we may charge your card again.',
    button: 'Pay or cancel',
    choice:
      'To get Premium back, pay there or update your card. If you do not want to pay, cancel the subscription there.',
  },
  premiumEnded: {
    subject: `Your ${BRAND.name} Premium has ended`,
    ended: 'Your subscription has ended, and you are on the free plan again. You will not be charged again.',
    stays: 'Everything you made is still there, and scheduled posts go out as planned.',
    free: `The free plan includes ${String(scheduledPosts)} scheduled posts at a time and ${String(connectedAccounts)} connected accounts.`,
    button: 'Subscribe again',
  },
  help: `Questions? Write to ${BRAND.supportEmail}.`,
} as const;
