import type { Plan } from '@posthorn/contracts/billing/plan';
import { flag, instant, list, number, orNull, record, text } from '#infrastructure/readers/json-schema.ts';

const PLANS = { free: true, premium: true } satisfies Record<Plan, true>;

export const PLAN = record('Your plan.', {
  plan: text('Your current plan.', Object.keys(PLANS)),
  causes: list('Why you have Premium: you pay for it, or it is complimentary.', text('A reason.')),
});

const SUBSCRIPTION = record('The subscription, as Stripe reported it.', {
  customerId: text('Your customer id at Stripe.'),
  subscriptionId: text('The id of the subscription.'),
  attemptId: orNull(text('The checkout that created it.')),
  status: text("Stripe's word for how it is."),
  priceId: orNull(text('The id of the price.')),
  amount: orNull(number('The price in the smallest unit of the currency.')),
  currency: orNull(text('The currency.')),
  periodEnd: orNull(instant('The end of the paid period.')),
  cancelAtPeriodEnd: flag('Whether it ends with that period.'),
  endsAt: orNull(instant('When it ends, or ended.')),
  pastDueSince: orNull(instant('The time of the first unpaid bill.')),
  intent: orNull(text('What you still had to confirm.', ['payment', 'setup'])),
});

export const OBSERVATION = record('One observation.', {
  observedAt: instant('When Posthorn read the subscription.'),
  because: text('Why Posthorn read it.'),
  subscription: SUBSCRIPTION,
});

export const MAIL = record('A mail.', {
  kind: text('The subject of the mail.'),
  dueAt: instant('The planned time of the mail.'),
  state: text('The state of the mail; "done": it was sent.'),
});
