import { expect, it } from '@jest/globals';
import { foldSlot } from './quota-list.projection.ts';
import { quotaEvent } from '../../domain/quota/quota.ts';

const slot = { userId: 'ana', postId: 7 };
const at = '2030-01-01T12:00:00.000Z';
const reserved = quotaEvent('QuotaReserved', { ...slot, reservedAt: at });
const released = quotaEvent('QuotaReleased', slot);

it('lists a slot from its reservation until its release', () => {
  const row = foldSlot(undefined, reserved);
  expect(row).toEqual({ post_id: 7, user_id: 'ana', reserved_at: at });
  expect(foldSlot(row, released)).toBeUndefined();
});
