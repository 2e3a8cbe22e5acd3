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
  deletionContext: DeletionContext,
  decision: (effect: Effect, deletionContext: Context) => Move[],
): PublicationEvent[] {
  if (!deletion) return [];
  return deletionEvents(
    deletionContext.target,
    deletion,
    decision(deletionEffect(deletion), idempotentContext(deletionContext)),
  );
}

export const nextDeletionStep = (
  { deletion }: Publication,
  deletionContext: DeletionContext,
): rules.NextStep =>
  deletion
    ? rules.nextStep(deletionEffect(deletion), idempotentContext(deletionContext))
    : { kind: 'nothing' };

export const startDeletion = (
  publication: Publication,
  deletionContext: DeletionContext,
): PublicationEvent[] =>
  decide(publication, deletionContext, (effect, context) => rules.start(effect, 'next', context));

export const settleDeletion = (
  publication: Publication,
  number: number,
  outcome: DeletionOutcome,
  deletionContext: DeletionContext,
): PublicationEvent[] => {
  const settled = outcome.kind === 'deleted' ? ({ kind: 'done', result: null } as const) : outcome;
  return decide(publication, deletionContext, (effect, context) =>
    rules.settle(effect, String(number), settled, context),
  );
};

export const giveUpDeletion = (
  publication: Publication,
  deletionContext: DeletionContext,
): PublicationEvent[] => decide(publication, deletionContext, rules.giveUp);

export const loseDeletionAccount = (
  publication: Publication,
  deletionContext: DeletionContext,
): PublicationEvent[] => decide(publication, deletionContext, rules.loseAccount);
