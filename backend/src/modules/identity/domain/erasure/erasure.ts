import { assertNever, type Event, type Stream } from '@posthorn/event-sourcing';
import { eventsOf, plain } from '@posthorn/event-sourcing/event-shape';
import { ERASURE_CATEGORY, type SubjectErased } from '@posthorn/event-sourcing/subject-erased';

/** The user wants their account deleted. From here on they are locked out, and the steps run without another request. */
export type ErasureRequested = Event<'ErasureRequested', 1, { userId: string; requestedAt: string }>;
/** `step` names one of `ErasureSteps`; `counts`: how many things of each kind the step handled. */
export type ErasureStepDone = Event<
  'ErasureStepDone',
  1,
  { userId: string; step: string; counts: Readonly<Record<string, number>>; doneAt: string }
>;
/** Only random ids are left of the person, which the proof step has verified. */
export type ErasureCompleted = Event<'ErasureCompleted', 1, { userId: string; completedAt: string }>;
type ErasureEvent = ErasureRequested | ErasureStepDone | SubjectErased | ErasureCompleted;

export type Erasure = Readonly<{
  requestedAt: string | null;
  done: readonly string[];
  erasedAt: string | null;
  completedAt: string | null;
}>;

/** This stream holds nothing personal. It stays readable after the person's key is destroyed. */
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

/** A repetition adds nothing. */
export const requestErasure = (erasure: Erasure, userId: string, requestedAt: string): ErasureRequested[] =>
  erasure.requestedAt === null ? [erasureEvent('ErasureRequested', { userId, requestedAt })] : [];

/** The first of these steps that is not done; null: all are. A step that a later version added runs at its place in the order. */
export const nextStep = ({ done }: Erasure, steps: readonly string[]): string | null =>
  steps.find((step) => !done.includes(step)) ?? null;

/** A step that ran twice after a crash is recorded once. */
export const finishStep = (erasure: Erasure, data: ErasureStepDone['data']): ErasureStepDone[] =>
  erasure.done.includes(data.step) ? [] : [erasureEvent('ErasureStepDone', data)];

/** A repetition adds nothing. */
export const erase = (erasure: Erasure, userId: string, erasedAt: string): SubjectErased[] =>
  erasure.erasedAt === null ? [erasureEvent('SubjectErased', { userId, erasedAt })] : [];

/**
 * Records the erasure once more when read models have rows of the person again. An event was under way while the erasure passed.
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

/** Completes the erasure only after the words are erased. A repetition adds nothing. */
export const complete = (erasure: Erasure, userId: string, completedAt: string): ErasureCompleted[] =>
  erasure.erasedAt !== null && erasure.completedAt === null
    ? [erasureEvent('ErasureCompleted', { userId, completedAt })]
    : [];
