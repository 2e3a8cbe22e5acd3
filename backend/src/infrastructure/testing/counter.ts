import type { Event, Stream } from '@posthorn/event-sourcing';
import { personal, plain } from '@posthorn/event-sourcing/event-shape';

export type Counted = Event<
  'Counted',
  2,
  { counterId: number; by: string; note: string; tags: readonly string[]; amount: number }
>;

/** A stream for specs of the infrastructure. Its texts belong to the user `by`; schema 1 had no amount. */
export const counter: Stream<number, Counted> = {
  category: 'counter',
  initial: 0,
  evolve: (count, { data }) => count + data.amount,
  shapes: {
    Counted: {
      schema: 2,
      fields: { by: plain, note: personal(({ by }) => by), tags: personal(({ by }) => by) },
      upcasts: { 1: (data) => ({ ...data, amount: 1 }) },
    },
  },
};

export const counted = (counterId: number, note = 'a note', by = 'ana'): Counted => ({
  type: 'Counted',
  schema: 2,
  data: { counterId, by, note, tags: [note], amount: 1 },
});

export const cause = {
  actor: { kind: 'user', id: 'ana' },
  correlationId: 'request-1',
  causationId: 'request-1',
} as const;
