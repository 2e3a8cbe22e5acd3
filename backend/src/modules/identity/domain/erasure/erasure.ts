import { assertNever, type Event, type Stream } from '@posthorn/event-sourcing';
import { eventsOf, plain } from '@posthorn/event-sourcing/event-shape';
import { ERASURE_CATEGORY, type SubjectErased } from '@posthorn/event-sourcing/subject-erased';

/** The user requested the deletion of the account. From this event on, the user cannot sign in, and the steps run without a further request. */
export type ErasureRequested = Event<'ErasureRequested', 1, { userId: string; requestedAt: string }>;
/** `step`: the name of a step in `ErasureSteps`. `counts`: how many items of each kind the step handled. */
export type ErasureStepDone = Event<
  'ErasureStepDone',
  1,
  { userId: string; step: string; counts: Readonly<Record<string, number>>; doneAt: string }
>;
/** The erasure is complete: only random ids of the person are left. The step `identity.proof` has checked this. */
export type ErasureCompleted = Event<'ErasureCompleted', 1, { userId: string; completedAt: string }>;
type ErasureEvent = ErasureRequested | ErasureStepDone | SubjectErased | ErasureCompleted;

export type Erasure = Readonly<{
  requestedAt: string | null;
  done: readonly string[];
  erasedAt: string | null;
  completedAt: string | null;
}>;

/** This stream contains no personal fields, so it stays readable after the product has destroyed the key of the person. */
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

/** A repeated call adds nothing. */
export const requestErasure = (erasure: Erasure, userId: string, requestedAt: string): ErasureRequested[] =>
  erasure.requestedAt === null ? [erasureEvent('ErasureRequested', { userId, requestedAt })] : [];

/** Returns the first of these steps that is not done; null: all steps are done. A step that a later version added counts as not done. */
export const nextStep = ({ done }: Erasure, steps: readonly string[]): string | null =>
  steps.find((step) => !done.includes(step)) ?? null;

/** Records a step once, even if the step ran twice because of a crash. */
export const finishStep = (erasure: Erasure, data: ErasureStepDone['data']): ErasureStepDone[] =>
  erasure.done.includes(data.step) ? [] : [erasureEvent('ErasureStepDone', data)];

/** A repeated call adds nothing. */
export const erase = (erasure: Erasure, userId: string, erasedAt: string): SubjectErased[] =>
  erasure.erasedAt === null ? [erasureEvent('SubjectErased', { userId, erasedAt })] : [];

/**
 * Repeats `SubjectErased`. Call it when read models contain rows of the person again, because another event came after the erasure.
 * @param before ISO time: an erasure that is newer is not repeated, because read models may not yet have handled it
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

/** Completes the erasure, but only after `SubjectErased`. A repeated call adds nothing. */
export const complete = (erasure: Erasure, userId: string, completedAt: string): ErasureCompleted[] =>
  erasure.erasedAt !== null && erasure.completedAt === null
    ? [erasureEvent('ErasureCompleted', { userId, completedAt })]
    : [];
