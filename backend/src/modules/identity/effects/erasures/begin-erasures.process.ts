import type { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { ERASED } from '#infrastructure/event-log/personal-field.ts';
import type { Process } from '#infrastructure/readers/process.ts';
import { erasureStream, type ErasureRequested } from '../../domain/erasure/erasure.ts';
import { userStream } from '../../domain/user/user.ts';
import type { ErasureRows } from '../../stores/erasures/erasure-rows.ts';

/**
 * Adds a row for each requested deletion that is not complete, for the worker. A restored database may lack the row, so it handles old
 * events too.
 */
export const beginErasures = (reader: EventReader, rows: ErasureRows): Process<ErasureRequested> => ({
  name: 'identity.begin-erasures',
  categories: [erasureStream.category],
  types: ['ErasureRequested'],
  from: 'start',
  handle: async ({ data: { userId } }) => {
    const { state: erasure } = await reader.load(erasureStream, userId);
    if (erasure.completedAt !== null) return;
    const { state: user } = await reader.load(userStream, userId);
    const email = user?.email ?? null;
    await rows.add(userId, email === ERASED ? null : email);
  },
});
