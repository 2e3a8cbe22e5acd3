import { when } from '@posthorn/event-sourcing';
import type { RequestedBillingMail } from './billing-mail.ts';
import { PAST_DUE_GRACE } from '../subscription/premium-rule.ts';
import type { PremiumEvent, SubscriptionEvent } from '../subscription/subscription-events.ts';
import { planOf, type Subscription } from '../subscription/subscription.ts';

/** When to send the reminder of an unpaid bill, in milliseconds after the due date: halfway to the end of Premium. */
const REMINDED_AFTER = PAST_DUE_GRACE / 2;

const mails = when<SubscriptionEvent, readonly RequestedBillingMail[], [eventId: string, at: string]>({
  PremiumGranted: (event, eventId, at) => mailOfPlan('welcome', event, eventId, at),
  PremiumEnded: (event, eventId, at) => mailOfPlan('premium-ended', event, eventId, at),
  SubscriptionObserved({ data: { userId, status, pastDueSince: about } }, _, at) {
    if (status !== 'past_due' || about === null) return [];
    const since = Date.parse(about);
    const bill = `${userId}-${String(since / 1000)}`;
    const later = new Date(since + REMINDED_AFTER).toISOString();
    return [
      { userId, about, mailId: `payment-failed-${bill}`, kind: 'payment-failed', dueAt: at },
      { userId, about, mailId: `payment-reminder-${bill}`, kind: 'payment-reminder', dueAt: later },
    ];
  },
});

function mailOfPlan(
  kind: 'welcome' | 'premium-ended',
  { data: { userId, cause } }: PremiumEvent,
  eventId: string,
  at: string,
): readonly RequestedBillingMail[] {
  if (cause !== 'subscription') return [];
  return [{ userId, mailId: `${kind}-${eventId}`, kind, about: null, dueAt: at }];
}

export const MAILED_EVENTS = mails.types;

/**
 * The mails that an event of a subscription causes. A repeated report of the same facts gives the same mail ids, so it causes no second
 * mail. The id of a mail about the start or end of Premium contains the event id. The id of a mail about a payment contains the due time.
 * @param eventId the id of the event in the log
 */
export const mailsAbout = (
  event: SubscriptionEvent,
  eventId: string,
  at: string,
): readonly RequestedBillingMail[] => mails(event, eventId, at) ?? [];

/** Returns whether the content of a mail is still true, just before the mail is sent. */
export function isStillTrue(
  state: Subscription,
  { kind, about }: Pick<RequestedBillingMail, 'kind' | 'about'>,
): boolean {
  switch (kind) {
    case 'welcome':
      return state.causes.includes('subscription');
    case 'premium-ended':
      return planOf(state) === 'free';
    case 'payment-failed':
    case 'payment-reminder':
      return (
        state.causes.includes('subscription') &&
        state.observed?.status === 'past_due' &&
        state.observed.pastDueSince === about
      );
  }
}
