import type { PersonalKeys } from '#infrastructure/log/personal-keys.ts';
import type { Process } from '#infrastructure/processes/process.ts';
import { erasureStream, type SubjectErased } from '../../domain/erasure.ts';

/**
 * No key outlives the erasure of its person. It reads from the start: a database that was put back to an older
 * state has the key again, and an older checkpoint with it.
 */
export const destroyKey = (keys: PersonalKeys): Process<SubjectErased> => ({
  name: 'identity.destroy-key',
  categories: [erasureStream.category],
  from: 'start',
  handle: ({ data }) => keys.destroy(data.userId),
});
