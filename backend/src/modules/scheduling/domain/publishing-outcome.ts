import type { CallOutcome as MachineOutcome } from '#infrastructure/effects/attempt/rules.ts';
import * as trying from '#infrastructure/effects/attempt/rules.ts';
import type { Circumstances } from './circumstances.ts';
import type { CallOutcome, Refusal } from './platform-answers.ts';
import { asDone, factsOf } from './publication-facts.ts';
import { effectOf, type Copied } from './publication-moves.ts';
import type { NotStartedReason, PublicationEvent } from './publication-events.ts';
import type { Publication } from './publication.ts';

/**
 * What a call's outcome makes of the attempt. A post that is there is there, whoever learns it and however late; any
 * other outcome counts only while nobody has settled this attempt.
 */
export function settle(
  publication: Publication,
  attemptId: string,
  outcome: CallOutcome,
  c: Circumstances,
): PublicationEvent[] {
  const told: MachineOutcome<Copied> = asDone(outcome);
  return factsOf(publication, trying.settle(effectOf(publication), attemptId, told, c), c);
}

/** The worker of this attempt has gone: whether its call went out, nobody here knows. */
export const loseWorker = (publication: Publication, c: Circumstances): PublicationEvent[] =>
  factsOf(publication, trying.loseWorker(effectOf(publication), c), c);

/** The worker of this attempt knows that its call was not made. It is tried again, and no try is used. */
export const notStarted = (
  publication: Publication,
  attemptId: string,
  reason: NotStartedReason,
  c: Circumstances,
): PublicationEvent[] =>
  factsOf(publication, trying.notStarted(effectOf(publication), attemptId, reason, c), c);

/** A preparation that failed uses a try, as an attempt does; one that was refused for want of a login waits for it. */
export const failPreparation = (
  publication: Publication,
  refusal: Refusal,
  c: Circumstances,
): PublicationEvent[] => factsOf(publication, trying.failPreparation(effectOf(publication), refusal, c), c);
