import type { Event } from '@posthorn/event-sourcing';
import { dueAfter } from '../effects/attempt/due-after.ts';
import { keyedRows } from '../projections/keyed-rows.ts';
import type { Projection } from '../projections/projection.ts';
import type { MailStory } from './mail-story.ts';
import type { MailTimes } from './mail-times.ts';

/** A mail that is to be sent: when somebody has to look at it again. */
export type MailRow = Readonly<{ mail_id: string; owner_id: string; platform: ''; due_at: string }>;
type OfMail = Event<string, number, Readonly<{ userId: string; mailId: string }>>;
type Story<E extends OfMail> = Pick<MailStory<E>, 'moveOf'> &
  Readonly<{ stream: Readonly<{ category: string }> }>;

/** @param at when the event was recorded */
export function foldMailRow<E extends OfMail>(
  { moveOf }: Pick<Story<E>, 'moveOf'>,
  row: MailRow | undefined,
  event: E,
  at: string,
  times: Pick<MailTimes, 'longestRetry'>,
): MailRow | undefined {
  const { userId, mailId } = event.data;
  const due_at = dueAfter(moveOf(event), at, times, row?.due_at);
  return due_at === null ? undefined : { mail_id: mailId, owner_id: userId, platform: '', due_at };
}

/**
 * The mails of one story that are to be sent. The lease columns come from no event: a rebuild carries them over.
 * @param table of `MailRows`
 */
export const openMails = <E extends OfMail>(
  { name, table, story }: Readonly<{ name: string; table: string; story: Story<E> }>,
  times: MailTimes,
): Projection<E> => ({
  name,
  version: 1,
  categories: [story.stream.category],
  tables: {
    [table]: `mail_id text primary key, owner_id text not null, platform text not null,
      due_at timestamptz not null, lease_owner text, lease_until timestamptz`,
  },
  personal: { [table]: 'owner_id' },
  indexes: [`create index on {schema}.${table} (platform, due_at, mail_id)`],
  leases: { [table]: { key: ['mail_id'], columns: ['lease_owner', 'lease_until'] } },
  apply: keyedRows<MailRow, E>({
    table,
    isLeased: true,
    key: 'mail_id',
    keyOf: ({ data }) => data.mailId,
    columns: { mail_id: 'text', owner_id: 'text', platform: 'text', due_at: 'timestamptz' },
    fold: (row, event) => foldMailRow(story, row, event, event.meta.at, times),
  }),
});
