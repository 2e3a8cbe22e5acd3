import * as lookUps from '#infrastructure/effects/attempt/look-up.ts';
import type { Circumstances } from './circumstances.ts';
import type { LookUpOutcome } from './platform-answers.ts';
import { asDone, factsOf } from './publication-facts.ts';
import type { PublicationEvent } from './publication-events.ts';
import { effectOf } from './publication-moves.ts';
import type { Publication } from './publication.ts';

/** What a look-up tells about the last attempt; for an accepted one, whether the platform has finished. */
export const recordLookUp = (
  publication: Publication,
  attemptId: string,
  outcome: LookUpOutcome,
  c: Circumstances,
): PublicationEvent[] =>
  factsOf(publication, lookUps.recordLookUp(effectOf(publication), attemptId, asDone(outcome), c), c);

/** Where the answer of a look-up was no fact: when the row of the due table is to be looked at again. */
export const askAgainAt = (
  publication: Publication,
  answer: LookUpOutcome,
  c: Circumstances,
): string | null => lookUps.askAgainAt(effectOf(publication), asDone(answer), c);
