import { money } from '@posthorn/contracts/shared/money';
import type { MailWords } from '#infrastructure/mail/write-mail.ts';
import type { MailKind } from '../../domain/mail/billing-mail.ts';
import { needsPayment, premiumChangesAt } from '../../domain/subscription/premium-rule.ts';
import type { Observed, Subscription } from '../../domain/subscription/subscription.ts';
import { BILLING_MAIL_TEXT as TEXT } from './messages.en.ts';

/** Shows the plan, as Stripe then reports it. */
const SETTINGS = '/settings?billing=back';

/** Writes the text of a mail about the current state of a subscription. @param publicUrl without a slash at the end */
export function billingMailWords(
  kind: MailKind,
  { observed }: Pick<Subscription, 'observed'>,
  publicUrl: string,
): MailWords {
  switch (kind) {
    case 'welcome': {
      const { subject, paid, price, button, cancelling } = TEXT.welcome;
      // Stripe's portal sets only the end, not `cancelAtPeriodEnd`.
      const renews = observed?.endsAt === null ? paymentOf(observed) : null;
      return {
        subject,
        before: [renews === null ? paid : `${paid} ${renews}`, price],
        link: { label: button, url: `${publicUrl}/` },
        after: [cancelling, TEXT.help],
      };
    }
    case 'payment-failed':
    case 'payment-reminder': {
      const { until, button, again } = TEXT.paymentFailed;
      const { subject, failed } = kind === 'payment-failed' ? TEXT.paymentFailed : TEXT.paymentReminder;
      const ends = observed && premiumChangesAt(observed);
      return {
        subject,
        before: [failed, ...(ends ? [until(dayOf(ends))] : [])],
        link: { label: button, url: `${publicUrl}${SETTINGS}` },
        after: [again, TEXT.help],
      };
    }
    case 'premium-ended': {
      const { stays, free } = TEXT.premiumEnded;
      if (observed && needsPayment(observed.status)) {
        const { subject, open, button, choice } = TEXT.premiumPaused;
        return {
          subject,
          before: [open, stays, free],
          link: { label: button, url: `${publicUrl}${SETTINGS}` },
          after: [choice, TEXT.help],
        };
      }
      const { subject, ended, button } = TEXT.premiumEnded;
      return {
        subject,
        before: [ended, stays, free],
        link: { label: button, url: `${publicUrl}/subscribe` },
        after: [TEXT.help],
      };
    }
  }
}

/** Returns a sentence with the next charge and its day; null: Stripe reports none. */
function paymentOf({ periodEnd, amount, currency }: Observed): string | null {
  if (periodEnd === null || amount === null || currency === null) return null;
  return TEXT.welcome.nextPayment(money(amount, currency), dayOf(periodEnd));
}

const dayOf = (at: string): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(at));
