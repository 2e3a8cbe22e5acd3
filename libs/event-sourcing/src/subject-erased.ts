import type { Event } from './event.ts';

/** The category of the streams about erased users; nothing in them is personal. */
export const ERASURE_CATEGORY = 'erasure';

/**
 * From here on this person’s words in the log are unreadable: a process destroys their key. Final, once for each person. Every read model
 * deletes the person’s rows at this place of the log, in a rebuild too.
 */
export type SubjectErased = Event<'SubjectErased', 1, Readonly<{ userId: string; erasedAt: string }>>;

export const SUBJECT_ERASED: SubjectErased['type'] = 'SubjectErased';

/** Whether an event of the log records that a user was erased. */
export const isSubjectErased = <E extends Event>(event: E): event is E & SubjectErased =>
  event.type === SUBJECT_ERASED;
