import { assertNever } from '@posthorn/event-sourcing';
import type { LoggedEvent } from '#infrastructure/log/logged-event.ts';
import { keyedRows } from '#infrastructure/projections/keyed-rows.ts';
import type { Projection } from '#infrastructure/projections/projection.ts';
import { quotaStream, type QuotaEvent } from '../../domain/quota/quota.ts';

type QuotaRow = Readonly<{ post_id: number; user_id: string; reserved_at: string }>;

/** Slots that are taken, so that one whose post never came about can be found. */
export const quotaList: Projection<QuotaEvent> = {
  name: 'scheduling.quota-list',
  version: 1,
  categories: [quotaStream.category],
  tables: {
    scheduling_quota_slot:
      'post_id bigint primary key, user_id text not null, reserved_at timestamptz not null',
  },
  personal: { scheduling_quota_slot: 'user_id' },
  indexes: ['create index scheduling_quota_slot_age on {schema}.scheduling_quota_slot (reserved_at)'],
  apply: keyedRows<QuotaRow, QuotaEvent>({
    table: 'scheduling_quota_slot',
    key: 'post_id',
    keyOf: (event) => ('postId' in event.data ? event.data.postId : null),
    columns: { post_id: 'bigint', user_id: 'text', reserved_at: 'timestamptz' },
    fold: foldSlot,
  }),
};

export function foldSlot(
  row: QuotaRow | undefined,
  { type, data }: LoggedEvent<QuotaEvent>,
): QuotaRow | undefined {
  switch (type) {
    case 'QuotaReserved':
      return { post_id: data.postId, user_id: data.userId, reserved_at: data.reservedAt };
    case 'QuotaReleased':
      return undefined;
    // Nothing has happened.
    case 'QuotaSummarized':
      return row;
    default:
      return assertNever(type);
  }
}
