import type { Move } from '#infrastructure/effects/attempt/move.ts';
import * as rules from '#infrastructure/effects/attempt/rules.ts';
import { idempotentContext } from '#infrastructure/effects/attempt/idempotent-context.ts';
import type { PublicationEvent, Target } from '../publication-events.ts';
import type { Publication } from '../publication.ts';
import type { PublishingTimes } from '../publishing-times.ts';
import { deletionEffect, deletionEvents } from '../remote-deletion.ts';

/** The arguments of the decisions in specs about deletions. */
export type DeletionContext = Readonly<{
  target: Target;
  now: Date;
  random: number;
  times: PublishingTimes;
}>;
type DeletionOutcome =
  | Readonly<{ kind: 'deleted' }>
  | rules.RefusedAttempt
  | Readonly<{ kind: 'postponed'; reason: string; words: string | null; until: string }>
  | Readonly<{ kind: 'unknown'; cause: string; words: string | null }>;
type Effect = Parameters<typeof rules.nextStep>[0];
type Context = Parameters<typeof rules.nextStep>[1];

function decide(
  { deletion }: Publication,
  c: DeletionContext,
  decision: (effect: Effect, c: Context) => Move[],
): PublicationEvent[] {
  if (!deletion) return [];
  return deletionEvents(c.target, deletion, decision(deletionEffect(deletion), idempotentContext(c)));
}

export const nextDeletionStep = ({ deletion }: Publication, c: DeletionContext): rules.NextStep =>
  deletion ? rules.nextStep(deletionEffect(deletion), idempotentContext(c)) : { kind: 'nothing' };

export const startDeletion = (publication: Publication, c: DeletionContext): PublicationEvent[] =>
  decide(publication, c, (effect, context) => rules.start(effect, 'next', context));

export const settleDeletion = (
  publication: Publication,
  number: number,
  outcome: DeletionOutcome,
  c: DeletionContext,
): PublicationEvent[] => {
  const settled = outcome.kind === 'deleted' ? ({ kind: 'done', result: null } as const) : outcome;
  return decide(publication, c, (effect, context) => rules.settle(effect, String(number), settled, context));
};

export const giveUpDeletion = (publication: Publication, c: DeletionContext): PublicationEvent[] =>
  decide(publication, c, rules.giveUp);

export const loseDeletionAccount = (publication: Publication, c: DeletionContext): PublicationEvent[] =>
  decide(publication, c, rules.loseAccount);
