import type { Event, Stream } from '@posthorn/event-sourcing';
import { plain } from '@posthorn/event-sourcing/event-shape';

/** From here on nobody is to read this person's words in the log; their key is destroyed because of it. Once, for ever. */
export type SubjectErased = Event<'SubjectErased', 1, { userId: string; erasedAt: string }>;
type Erasure = Readonly<{ erasedAt: string | null }>;

/** Nothing personal is in it: it stays readable when everything else of the person is gone. */
export const erasureStream: Stream<Erasure, SubjectErased> = {
  category: 'erasure',
  initial: { erasedAt: null },
  evolve: (_, { data }) => ({ erasedAt: data.erasedAt }),
  shapes: { SubjectErased: { schema: 1, fields: { userId: plain, erasedAt: plain } } },
};

/** Asking again adds nothing. */
export const erase = (erasure: Erasure, userId: string, erasedAt: string): SubjectErased[] =>
  erasure.erasedAt === null ? [{ type: 'SubjectErased', schema: 1, data: { userId, erasedAt } }] : [];
