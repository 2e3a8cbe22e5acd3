import { readViewOf } from '#infrastructure/readers/read-views.ts';
import { folding } from '@posthorn/event-sourcing';
import { rowProjection, rowTable, type RowOf } from '#infrastructure/readers/row-table.ts';
import { quotaStream, type QuotaEvent } from '../../domain/quota/quota.ts';

const SLOT = rowTable('scheduling_quota_slot', 'post_id', {
  post_id: 'bigint not null',
  user_id: 'text not null',
  reserved_at: 'timestamptz not null',
});
type SlotRow = RowOf<typeof SLOT>;
type SlotEvent = Extract<QuotaEvent, { type: 'QuotaReserved' | 'QuotaReleased' }>;

export const foldSlot = folding<SlotRow | undefined, SlotEvent>({
  QuotaReserved: (_, { data }) => ({
    post_id: data.postId,
    user_id: data.userId,
    reserved_at: data.reservedAt,
  }),
  QuotaReleased: () => undefined,
});

/** Lists the reserved places in the quota, so that the sweep finds places without a post. The table calls a place a slot. */
export const quotaList = rowProjection<SlotRow, SlotEvent>({
  name: 'scheduling.quota-list',
  version: 1,
  categories: [quotaStream.category],
  table: SLOT,
  owner: 'user_id',
  indexes: ['create index scheduling_quota_slot_age on {schema}.scheduling_quota_slot (reserved_at)'],
  keyOf: ({ data }) => data.postId,
  fold: foldSlot,
});
export const SLOTS_VIEW = readViewOf(quotaList, 'scheduling_quota_slot');
