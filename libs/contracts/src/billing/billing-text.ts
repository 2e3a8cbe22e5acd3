export const BILLING_TEXT = {
  notConfigured: 'Stripe is not configured. Please contact support.',
  unavailable: 'The payment provider cannot be reached right now. Please try again in a moment.',
  busy: 'Your subscription is being set up. Please try again in a moment.',
  paymentNeeded: 'Your subscription needs a payment. Please update your card in Settings.',
  noCustomer: 'There is no subscription to manage.',
  refused: 'The payment provider refused the subscription.',
  notSigned: 'The signature is missing, wrong or too old.',
  unknownFlow: 'Please choose what you want to do.',
} as const;
