import { BILLING_TEXT } from '@posthorn/contracts/billing/billing-text';
import { BRAND } from '@posthorn/contracts/shared/brand';

/** Texts of the subscription page. Its questions and answers promise something to users, so they are in `libs/contracts`. */
export const SUBSCRIBE_TEXT = {
  title: 'Premium',
  hint: 'Compare the plans. Upgrade or cancel any time.',
  back: 'Back',
  home: 'Back to Home',
  plans: {
    free: { title: 'Free', price: '$0', per: 'for as long as you like', start: 'Start Free' },
    premium: { title: 'Premium', per: 'a month at today’s price' },
    current: 'Your plan',
  },
  price: {
    normally: (amount: string) => `Normally ${amount}. You keep the price you start with.`,
    stays: 'You keep the price you start with.',
    next: (day: string, amount: string) => `From ${day}: ${amount}.`,
    unknown: 'The price could not be loaded. Please reload the page.',
  },
  upgrade: 'Upgrade to Premium',
  reassurance: 'Cancel any time. Full refund within 30 days of the first payment.',
  starting: 'Opening the payment form…',
  signIn: 'Sign in to upgrade',
  notNow: 'Subscriptions are not available right now. Please try again later.',
  questions: 'Questions',
  already: {
    title: "You're Already Premium!",
    hint: 'Thank you. Everything is unlocked.',
    go: 'Go to Dashboard',
    manage: 'Manage your plan in Settings',
  },
  pay: {
    title: 'Subscribe to Premium',
    price: (amount: string) => `${amount} a month. Cancel any time.`,
    submit: 'Subscribe',
    submitting: 'Confirming...',
    secure: 'Stripe handles your card. We never see it.',
  },
  wait: {
    confirming: 'Confirming your payment…',
    late: 'Your payment is still being confirmed. This page updates by itself.',
    welcome: 'Welcome to Premium!',
    welcomeHint: 'Everything is unlocked now.',
  },
  problems: {
    error: 'Error',
    configuration: 'Configuration Error',
    notConfigured: BILLING_TEXT.notConfigured,
    paymentFailed: 'Payment Failed',
    tryAgain: 'Your payment could not be confirmed. Please try again.',
    notCreated: (status: number) => `Failed to create subscription (${String(status)})`,
    notStarted: 'Failed to start subscription process',
    noSecret: 'Failed to retrieve payment details',
    sessionEnded: 'You are signed out',
    signInAgain: 'Your session has ended. Sign in, and you come back to this page.',
    setup: 'Setup Issue',
    setupHint: `Your subscription was started, but the payment could not be set up. Write to ${BRAND.supportEmail}.`,
    alreadyTitle: 'Already Subscribed',
    alreadyHint: 'You already have Premium.',
  },
} as const;
