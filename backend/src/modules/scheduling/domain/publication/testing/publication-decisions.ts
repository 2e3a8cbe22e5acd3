import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import * as lookUps from '#infrastructure/effects/attempt/look-up.ts';
import type { Effect } from '#infrastructure/effects/attempt/effect.ts';
import type { Move } from '#infrastructure/effects/attempt/move.ts';
import type { NotStartedReason } from '#infrastructure/effects/attempt/reasons.ts';
import * as rules from '#infrastructure/effects/attempt/rules.ts';
import { asDone, eventsOf } from '../events-of-moves.ts';
import { effectOf, type Copied } from '../publication-moves.ts';
import type { PublicationEvent } from '../publication-events.ts';
import type { Publication } from '../publication.ts';
import type { PublishingContext } from '../publishing-context.ts';
import type { PlatformAnswer, PlatformFinding } from './platform-answers.ts';

/** A decision about a publication, with the arguments that specs use. */
type Decision = (publication: Publication, context: PublishingContext) => PublicationEvent[];

const decide = (decision: (effect: Effect, context: PublishingContext) => Move<Copied>[]): Decision => {
  return (publication, context) => eventsOf(publication, decision(effectOf(publication), context), context);
};

export const nextStep = (publication: Publication, context: PublishingContext): rules.NextStep =>
  rules.nextStep(effectOf(publication), context);

export const startAttempt = (
  publication: Publication,
  {
    attemptId,
    ...sent
  }: Readonly<{
    attemptId: string;
    contentHash: string;
    refs: JsonObject;
    keptRefs?: JsonObject | null;
    fingerprint: string;
  }>,
  context: PublishingContext,
): PublicationEvent[] =>
  eventsOf(publication, rules.start(effectOf(publication), attemptId, context), context, {
    keptRefs: sent.refs,
    ...sent,
  });

export const settle = (
  publication: Publication,
  attemptId: string,
  outcome: PlatformAnswer,
  context: PublishingContext,
): PublicationEvent[] => {
  const settled: rules.AttemptOutcome<Copied> = asDone(outcome);
  return decide((effect) => rules.settle(effect, attemptId, settled, context))(publication, context);
};

export const notStarted = (
  publication: Publication,
  attemptId: string,
  reason: NotStartedReason,
  context: PublishingContext,
): PublicationEvent[] =>
  decide((effect) => rules.notStarted(effect, attemptId, reason, context))(publication, context);

export const failPreparation = (
  publication: Publication,
  refusal: rules.RefusedAttempt,
  context: PublishingContext,
): PublicationEvent[] =>
  decide((effect) => rules.failPreparation(effect, refusal, context))(publication, context);

export const postpone = (
  publication: Publication,
  wait: Readonly<{ reason: string; words: string | null; until: string }>,
  context: PublishingContext,
): PublicationEvent[] => decide((effect) => rules.postpone(effect, wait, context))(publication, context);

export const recordLookUp = (
  publication: Publication,
  attemptId: string,
  outcome: PlatformFinding,
  context: PublishingContext,
): PublicationEvent[] => {
  const answer: lookUps.LookUpAnswer<Copied> = asDone(outcome);
  return decide((effect) => lookUps.recordLookUp(effect, attemptId, answer, context))(publication, context);
};

export const giveUp = decide(rules.giveUp);
export const loseAccount = decide(rules.loseAccount);
export const loseWorker = decide(rules.loseWorker);
