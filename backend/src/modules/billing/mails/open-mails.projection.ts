import { dueAfter } from '#infrastructure/effects/attempt/due-after.ts';
import type { LoggedEvent } from '#infrastructure/log/logged-event.ts';
import { keyedRows } from '#infrastructure/projections/keyed-rows.ts';
import type { Projection } from '#infrastructure/projections/projection.ts';
import { billingMailStream, mailMoveOf, type BillingMailEvent } from '../domain/billing-mail.ts';
import type { MailTimes } from '#infrastructure/mail/mail-times.ts';

/** A mail that is to be sent: when somebody has to look at it again. */
export type MailRow = Readonly<{ mail_id: string; owner_id: string; platform: ''; due_at: string }>;

export function foldMailRow(
  row: MailRow | undefined,
  event: Pick<LoggedEvent<BillingMailEvent>, 'meta'> & BillingMailEvent,
  times: Pick<MailTimes, 'longestRetry'>,
): MailRow | undefined {
  const { userId, mailId } = event.data;
  const due_at = dueAfter(mailMoveOf(event), event.meta.at, times, row?.due_at);
  return due_at === null ? undefined : { mail_id: mailId, owner_id: userId, platform: '', due_at };
}

/** The lease columns come from no event: a rebuild carries them over. */
export const openMails = (times: MailTimes): Projection<BillingMailEvent> => ({
  name: 'billing.open-mails',
  version: 1,
  categories: [billingMailStream.category],
  tables: {
    billing_mail_due: `mail_id text primary key, owner_id text not null, platform text not null,
      due_at timestamptz not null, lease_owner text, lease_until timestamptz`,
  },
  personal: { billing_mail_due: 'owner_id' },
  indexes: ['create index on {schema}.billing_mail_due (platform, due_at, mail_id)'],
  leases: { billing_mail_due: { key: ['mail_id'], columns: ['lease_owner', 'lease_until'] } },
  apply: keyedRows<MailRow, BillingMailEvent>({
    table: 'billing_mail_due',
    isLeased: true,
    key: 'mail_id',
    keyOf: ({ data }) => data.mailId,
    columns: { mail_id: 'text', owner_id: 'text', platform: 'text', due_at: 'timestamptz' },
    fold: (row, event) => foldMailRow(row, event, times),
  }),
});
