import type { Plan } from '@posthorn/contracts/billing/plan';
import { flag, instant, list, number, orNull, record, text } from '#infrastructure/readers/json-schema.ts';

const PLANS = { free: true, premium: true } satisfies Record<Plan, true>;

export const PLAN = record('Your plan.', {
  plan: text('What you have now.', Object.keys(PLANS)),
  causes: list('Why you have Premium: it is paid for, or given to you.', text('A reason.')),
});

const SUBSCRIPTION = record('The subscription, as Stripe told it.', {
  customerId: text('Your number at Stripe.'),
  subscriptionId: text('The number of the subscription.'),
  attemptId: orNull(text('The checkout that it was made by.')),
  status: text("Stripe's word for how it is."),
  priceId: orNull(text('The number of the price.')),
  amount: orNull(number('In the smallest unit of the currency.')),
  currency: orNull(text('The currency.')),
  periodEnd: orNull(instant('Until when it is paid.')),
  cancelAtPeriodEnd: flag('Whether it ends then.'),
  endsAt: orNull(instant('When it ends, or ended.')),
  pastDueSince: orNull(instant('Since when a bill is not paid.')),
  intent: orNull(text('What was left to be confirmed.', ['payment', 'setup'])),
});

export const OBSERVATION = record('One observation.', {
  observedAt: instant('When Stripe was asked.'),
  because: text('Why it was asked.'),
  subscription: SUBSCRIPTION,
});

export const MAIL = record('A mail.', {
  kind: text('What it is about.'),
  dueAt: instant('When it was to go out.'),
  state: text('What became of it: "done" went out.'),
});
