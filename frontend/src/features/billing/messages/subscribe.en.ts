import { BILLING_TEXT } from '@posthorn/contracts/billing/billing-text';
import { BRAND } from '@posthorn/contracts/shared/brand';

/** Texts of the subscription page. The answers to its questions are promises, so they are in the contracts. */
export const SUBSCRIBE_TEXT = {
  title: 'Premium',
  hint: 'Compare the plans. Change or leave whenever you like.',
  back: 'Back',
  home: 'Back to Home',
  plans: {
    free: { title: 'Free', price: '$0', per: 'for as long as you like', start: 'Start Free' },
    premium: { title: 'Premium', per: 'a month today' },
    current: 'Your plan',
  },
  price: {
    normally: (amount: string) => `Normally ${amount}. The price you start with stays yours.`,
    stays: 'The price you start with stays yours.',
    next: (day: string, amount: string) => `From ${day}: ${amount}.`,
    unknown: 'The price could not be loaded. Please reload the page.',
  },
  upgrade: 'Upgrade to Premium',
  reassurance: 'Cancel any time. All of it back within 30 days of the first payment.',
  starting: 'Opening the payment form…',
  signIn: 'Sign in to upgrade',
  notNow: 'Nobody can subscribe at the moment. Please try again later.',
  questions: 'Questions',
  already: {
    title: "You're Already Premium!",
    hint: 'Thank you. Everything is unlocked.',
    go: 'Go to Dashboard',
    manage: 'Cancel, or change your card, in Settings',
  },
  pay: {
    title: 'Subscribe to Premium',
    price: (amount: string) => `${amount} a month. Cancel any time.`,
    submit: 'Subscribe',
    submitting: 'Confirming...',
    secure: 'Stripe takes your card. We never see it.',
  },
  wait: {
    confirming: 'Confirming your payment…',
    late: 'Your payment is being confirmed. This page updates by itself.',
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
    setupHint: `Your subscription was begun, but its payment could not be prepared. Write to ${BRAND.supportEmail}.`,
    alreadyTitle: 'Already Subscribed',
    alreadyHint: 'You have Premium already.',
  },
} as const;
