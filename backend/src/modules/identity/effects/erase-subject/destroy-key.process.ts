import type { SubjectErased } from '@posthorn/event-sourcing/subject-erased';
import type { ErasedPeople } from '#infrastructure/personal-data/erasure/erased-people.ts';
import type { Process } from '#infrastructure/readers/process.ts';
import { erasureStream } from '../../domain/erasure/erasure.ts';

/**
 * No key outlives the erasure of its person, although the step that erases has destroyed it already. It reads from the start: a database that was put back to an older
 * state has the key again, and an older checkpoint with it.
 */
export const destroyKey = (people: ErasedPeople): Process<SubjectErased> => ({
  name: 'identity.destroy-key',
  categories: [erasureStream.category],
  types: ['SubjectErased'],
  from: 'start',
  handle: ({ data }) => people.destroyKey(data.userId),
});
