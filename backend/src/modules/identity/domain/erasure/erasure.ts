import { assertNever, type Event, type Stream } from '@posthorn/event-sourcing';
import { eventsOf, plain } from '@posthorn/event-sourcing/event-shape';
import { ERASURE_CATEGORY, type SubjectErased } from '@posthorn/event-sourcing/subject-erased';

/** Somebody wants to be forgotten. From here on they are locked out, and what follows is done without being asked again. */
export type ErasureRequested = Event<'ErasureRequested', 1, { userId: string; requestedAt: string }>;
/** `step` of `ErasureSteps`; `counts`: how much of what was done in it. */
export type ErasureStepDone = Event<
  'ErasureStepDone',
  1,
  { userId: string; step: string; counts: Readonly<Record<string, number>>; doneAt: string }
>;
/** Nothing is left of the person but random ids; it was counted. */
export type ErasureCompleted = Event<'ErasureCompleted', 1, { userId: string; completedAt: string }>;
type ErasureEvent = ErasureRequested | ErasureStepDone | SubjectErased | ErasureCompleted;

export type Erasure = Readonly<{
  requestedAt: string | null;
  done: readonly string[];
  erasedAt: string | null;
  completedAt: string | null;
}>;

/** Nothing personal is in it: it stays readable when everything else of the person is gone. */
export const erasureStream: Stream<Erasure, ErasureEvent> = {
  category: ERASURE_CATEGORY,
  initial: { requestedAt: null, done: [], erasedAt: null, completedAt: null },
  evolve(erasure, event) {
    switch (event.type) {
      case 'ErasureRequested':
        return { ...erasure, requestedAt: event.data.requestedAt };
      case 'ErasureStepDone':
        return { ...erasure, done: [...erasure.done, event.data.step] };
      case 'SubjectErased':
        return { ...erasure, erasedAt: event.data.erasedAt };
      case 'ErasureCompleted':
        return { ...erasure, completedAt: event.data.completedAt };
      default:
        return assertNever(event);
    }
  },
  shapes: {
    ErasureRequested: { schema: 1, fields: { userId: plain, requestedAt: plain } },
    ErasureStepDone: { schema: 1, fields: { userId: plain, step: plain, doneAt: plain } },
    SubjectErased: { schema: 1, fields: { userId: plain, erasedAt: plain } },
    ErasureCompleted: { schema: 1, fields: { userId: plain, completedAt: plain } },
  },
};

export const erasureEvent = eventsOf<ErasureEvent>(erasureStream.shapes);

/** Asking again adds nothing. */
export const requestErasure = (erasure: Erasure, userId: string, requestedAt: string): ErasureRequested[] =>
  erasure.requestedAt === null ? [erasureEvent('ErasureRequested', { userId, requestedAt })] : [];

/** The first of these steps that is not done; null: all are. A step that came with a later version is done where it belongs. */
export const nextStep = ({ done }: Erasure, steps: readonly string[]): string | null =>
  steps.find((step) => !done.includes(step)) ?? null;

/** What was done a second time after a crash is told once. */
export const finishStep = (erasure: Erasure, data: ErasureStepDone['data']): ErasureStepDone[] =>
  erasure.done.includes(data.step) ? [] : [erasureEvent('ErasureStepDone', data)];

/** Asking again adds nothing. */
export const erase = (erasure: Erasure, userId: string, erasedAt: string): SubjectErased[] =>
  erasure.erasedAt === null ? [erasureEvent('SubjectErased', { userId, erasedAt })] : [];

/**
 * Read models have rows of the person again: an event was on its way while the erasure passed. So the erasure is recorded once more.
 * @param before ISO: an erasure after this instant is not repeated, because read models may not have followed it yet
 */
export const eraseAgain = (
  erasure: Erasure,
  userId: string,
  erasedAt: string,
  before: string,
): SubjectErased[] =>
  erasure.erasedAt !== null && erasure.erasedAt < before
    ? [erasureEvent('SubjectErased', { userId, erasedAt })]
    : [];

/** Only once the words are gone. Asking again adds nothing. */
export const complete = (erasure: Erasure, userId: string, completedAt: string): ErasureCompleted[] =>
  erasure.erasedAt !== null && erasure.completedAt === null
    ? [erasureEvent('ErasureCompleted', { userId, completedAt })]
    : [];
