import type { Event } from './event.ts';

/** The category of the streams about erased users; nothing in them is personal. */
export const ERASURE_CATEGORY = 'erasure';

/**
 * A user was erased. A process then destroys the user’s key, which makes their texts in the log unreadable. The event is final, and occurs
 * once for each user. Every read model deletes the user’s rows when it reads this event, even in a rebuild.
 */
export type SubjectErased = Event<'SubjectErased', 1, Readonly<{ userId: string; erasedAt: string }>>;

export const SUBJECT_ERASED: SubjectErased['type'] = 'SubjectErased';

/** Whether an event of the log records that a user was erased. */
export const isSubjectErased = <E extends Event>(event: E): event is E & SubjectErased =>
  event.type === SUBJECT_ERASED;
