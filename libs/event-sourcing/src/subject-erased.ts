import type { Event } from './event.ts';

/** The category of the streams that tell of people who leave; nothing in them is personal. */
export const ERASURE_CATEGORY = 'erasure';

/**
 * From here on nobody is to read this person's words in the log; their key is destroyed because of it. Once, for ever.
 * Every read model drops the person's rows at this place of the log, in a rebuild too.
 */
export type SubjectErased = Event<'SubjectErased', 1, Readonly<{ userId: string; erasedAt: string }>>;

export const SUBJECT_ERASED: SubjectErased['type'] = 'SubjectErased';

/** Whether it is the fact that somebody was erased, as whatever reads the log meets it. */
export const isSubjectErased = <E extends Event>(event: E): event is E & SubjectErased =>
  event.type === SUBJECT_ERASED;
