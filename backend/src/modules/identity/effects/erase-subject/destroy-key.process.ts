import type { SubjectErased } from '@posthorn/event-sourcing/subject-erased';
import type { ErasedPeople } from '#infrastructure/personal-data/erasure/erased-people.ts';
import type { Process } from '#infrastructure/readers/process.ts';
import { erasureStream } from '../../domain/erasure/erasure.ts';

/**
 * Destroys the person's key again after the erasure step did. It reads from the start: a database restored from a backup has the key again,
 * and an older checkpoint with it.
 */
export const destroyKey = (people: ErasedPeople): Process<SubjectErased> => ({
  name: 'identity.destroy-key',
  categories: [erasureStream.category],
  types: ['SubjectErased'],
  from: 'start',
  handle: ({ data }) => people.destroyKey(data.userId),
});
