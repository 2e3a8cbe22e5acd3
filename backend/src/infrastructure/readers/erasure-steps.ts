import { Injectable } from '@nestjs/common';

/**
 * The order in which somebody is taken out. `lock-out`: they and nobody in their name changes anything any more, and their page is
 * gone; `tell`: a mail that says so; `stop`: nothing of theirs is left to go out; `leave`: other servers forget them, which takes
 * what is ours to know of them; `remove`: all that is kept outside the log; `forget`: their words in the log; `prove`: nothing is
 * left; `part`: the last mail.
 */
const PHASES = ['lock-out', 'tell', 'stop', 'leave', 'remove', 'forget', 'prove', 'part'] as const;

/** Somebody who is being erased. `requestedAt`: since when, ISO. */
export type LeavingPerson = Readonly<{ userId: string; requestedAt: string }>;

/** `counts`: how much of what was done, for the record; nothing in it tells of whom. `againIn`: milliseconds until the next try. */
export type StepResult =
  Readonly<{ counts: Readonly<Record<string, number>> }> | Readonly<{ againIn: number; waitsFor: string }>;

export type ErasureStep = Readonly<{
  /** `scheduling.posts`: stored with what it did, never renamed. */
  name: string;
  phase: (typeof PHASES)[number];
  /** May be repeated after a crash anywhere in it. What it throws is tried again, until it comes to an end. */
  run(person: LeavingPerson): Promise<StepResult>;
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

  /** In the order of their phases; within one in that of their names, so that it is the same in every process. */
  inOrder(): readonly ErasureStep[] {
    const place = ({ phase, name }: ErasureStep) => `${String(PHASES.indexOf(phase))} ${name}`;
    return [...this.#steps].sort((one, other) => (place(one) < place(other) ? -1 : 1));
  }
}
