import {
  COVER_PROBLEMS,
  DELETION_PROBLEMS,
  problemVariant,
  TARGET_PROBLEMS,
  type TargetProblemKind,
} from '@posthorn/contracts/scheduling/target-problems';
import type { SaidPart } from '@posthorn/contracts/shared/said';

/** The platform's message, if it gave one. */
export const quoted = ({ words }: Readonly<{ words: string | null }>): SaidPart[] =>
  words ? [{ code: 'quoted', values: { words } }] : [];

export const AGAIN: SaidPart = { code: 'again' };

/** The sentence for a problem of a target. A reason from another release gets the general sentence. */
export const problemPart = (reason: string, kind: TargetProblemKind): SaidPart =>
  Object.hasOwn(TARGET_PROBLEMS, reason)
    ? { code: `problem.${reason}`, ...problemVariant(reason, kind) }
    : { code: 'problem', variant: kind };

export const deletionPart = (reason: string, variant: 'failed' | 'waiting'): SaidPart =>
  Object.hasOwn(DELETION_PROBLEMS, reason) ? { code: `deletion.${reason}` } : { code: 'deletion', variant };

export const coverPart = (reason: string): SaidPart =>
  Object.hasOwn(COVER_PROBLEMS, reason) ? { code: `cover.${reason}` } : problemPart(reason, 'failed');
