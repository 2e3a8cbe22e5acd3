import { Injectable } from '@nestjs/common';

/**
 * The phases of an erasure, in their order:
 * 1. The user, and others in their name, can change nothing more; their page is offline.
 * 2. A mail confirms the erasure.
 * 3. Everything of the user that waits to be sent is cancelled.
 * 4. Other servers delete the user’s data. This needs data that the next phase deletes.
 * 5. All data outside the log is deleted.
 * 6. The user’s texts in the log become unreadable.
 * 7. A check shows that nothing is left.
 * 8. The last mail is sent.
 */
const PHASES = ['lock-out', 'tell', 'stop', 'leave', 'remove', 'forget', 'prove', 'part'] as const;

/** A user whose erasure is running. `requestedAt`: when it was requested, ISO. */
export type UserBeingErased = Readonly<{ userId: string; requestedAt: string }>;

/** `counts`: how many things the step handled, for the record, without personal data. `againIn`: milliseconds until the next try. */
export type StepResult =
  | Readonly<{ counts: Readonly<Record<string, number>> }>
  | Readonly<{ againIn: number; waitsFor: string }>;

export type ErasureStep = Readonly<{
  /** `scheduling.posts`: stored with the step’s result, never renamed. */
  name: string;
  phase: (typeof PHASES)[number];
  /** The step must be repeatable after a crash at any point. When it throws, it runs again until it succeeds. */
  run(person: UserBeingErased): Promise<StepResult>;
}>;

/** The steps of an erasure. Each module lists its own in its manifest. */
@Injectable()
export class ErasureSteps {
  readonly #steps: ErasureStep[] = [];

  /** @throws Error when the name is taken */
  add(step: ErasureStep): void {
    if (this.#steps.some(({ name }) => name === step.name))
      throw new Error(`Erasure step ${step.name} is added twice.`);
    this.#steps.push(step);
  }

  /** Ordered by phase, then by name, so that the order is the same in every process. */
  inOrder(): readonly ErasureStep[] {
    const orderOf = ({ phase, name }: ErasureStep) => `${String(PHASES.indexOf(phase))} ${name}`;
    return [...this.#steps].sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
  }
}
