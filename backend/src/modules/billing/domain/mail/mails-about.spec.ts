import { expect, it } from '@jest/globals';
import { billingMails } from './billing-mail.ts';
import { isStillTrue, mailsAbout } from './mails-about.ts';
import {
  subscriptionEvent,
  type PremiumCause,
  type PremiumEvent,
  type SubscriptionEvent,
} from '../subscription/subscription-events.ts';
import { subscriptionStream, type Subscription } from '../subscription/subscription.ts';
import { day, observed, started } from '../testing/subscription-samples.ts';

const premiumEvent = (type: PremiumEvent['type'], cause: PremiumCause = 'subscription'): PremiumEvent =>
  type === 'PremiumGranted'
    ? subscriptionEvent(type, { userId: 'ana', cause })
    : subscriptionEvent(type, { userId: 'ana', cause, plan: 'free' });
const mailsFor = (event: SubscriptionEvent) =>
  mailsAbout(event, 'event-7', day(1)).map(({ mailId, kind, dueAt }) => [mailId, kind, dueAt]);
const pastDue = (since = day(0)) => observed({ status: 'past_due', pastDueSince: since });
const stateAfter = (...events: readonly SubscriptionEvent[]) =>
  events.reduce<Subscription>(subscriptionStream.evolve, subscriptionStream.initial);

it('welcomes a new payer, and sends a mail when paid Premium ends', () => {
  expect(mailsFor(premiumEvent('PremiumGranted'))).toEqual([['welcome-event-7', 'welcome', day(1)]]);
  expect(mailsFor(premiumEvent('PremiumEnded'))).toEqual([
    ['premium-ended-event-7', 'premium-ended', day(1)],
  ]);
});
it('does not send a mail for complimentary Premium, a checkout, or a subscription that runs or was cancelled', () => {
  expect(mailsFor(premiumEvent('PremiumGranted', 'complimentary'))).toEqual([]);
  expect(mailsFor(premiumEvent('PremiumEnded', 'complimentary'))).toEqual([]);
  expect([
    ...mailsFor(started()),
    ...mailsFor(observed()),
    ...mailsFor(observed({ status: 'canceled' })),
  ]).toEqual([]);
});
it('sends a mail about a failed payment immediately and after a week, once for each bill', () => {
  const bill = `ana-${String(Date.parse(day(0)) / 1000)}`;
  const mails = [
    [`payment-failed-${bill}`, 'payment-failed', day(1)],
    [`payment-reminder-${bill}`, 'payment-reminder', day(7)],
  ];
  expect(mailsFor(pastDue())).toEqual(mails);
  expect(mailsFor(observed({ status: 'past_due', pastDueSince: day(0), periodEnd: day(31) }))).toEqual(mails);
  expect(mailsFor(pastDue(day(30)))).not.toEqual(mails);
});
it('sends one mail when the same event arrives twice', () => {
  const [mail] = mailsAbout(pastDue(), 'event-7', day(0));
  if (!mail) throw new Error('No mail');
  const [requested, ...others] = billingMails.request(billingMails.stream.initial, mail);
  expect(others).toEqual([]);
  expect(
    requested &&
      billingMails.request(billingMails.stream.evolve(billingMails.stream.initial, requested), mail),
  ).toEqual([]);
});
it('cancels a mail whose content is no longer true', () => {
  const granted = premiumEvent('PremiumGranted');
  const payment = { kind: 'payment-reminder', about: day(0) } as const;
  expect(isStillTrue(stateAfter(granted, pastDue()), payment)).toBe(true);
  expect(isStillTrue(stateAfter(granted, pastDue(), observed()), payment)).toBe(false);
  expect(isStillTrue(stateAfter(granted, pastDue(day(30))), payment)).toBe(false);
  expect(isStillTrue(stateAfter(granted, pastDue(), premiumEvent('PremiumEnded')), payment)).toBe(false);
  expect(isStillTrue(stateAfter(granted), { kind: 'welcome', about: null })).toBe(true);
  expect(
    isStillTrue(stateAfter(granted, premiumEvent('PremiumEnded')), { kind: 'welcome', about: null }),
  ).toBe(false);
  const ended = [granted, premiumEvent('PremiumGranted', 'complimentary'), premiumEvent('PremiumEnded')];
  expect(isStillTrue(stateAfter(...ended), { kind: 'premium-ended', about: null })).toBe(false);
  expect(
    isStillTrue(stateAfter(granted, premiumEvent('PremiumEnded')), { kind: 'premium-ended', about: null }),
  ).toBe(true);
});
