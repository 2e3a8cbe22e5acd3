import type { SubjectErased } from '@posthorn/event-sourcing/subject-erased';
import type { ErasedPeople } from '#infrastructure/personal-data/erasure/erased-people.ts';
import type { Process } from '#infrastructure/readers/process.ts';
import { erasureStream } from '../../domain/erasure/erasure.ts';

/**
 * Destroys the key of the person again, after the erasure step has destroyed it. A database that was restored from a backup contains the key
 * again, together with an older checkpoint of this process. So the process handles the event again and destroys the restored key.
 */
export const destroyKey = (people: ErasedPeople): Process<SubjectErased> => ({
  name: 'identity.destroy-key',
  categories: [erasureStream.category],
  types: ['SubjectErased'],
  from: 'start',
  handle: ({ data }) => people.destroyKey(data.userId),
});
