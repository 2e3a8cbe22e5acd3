import {
  COVER_PROBLEMS,
  DELETION_PROBLEMS,
  problemVariant,
  TARGET_PROBLEMS,
  type TargetProblemKind,
} from '@posthorn/contracts/scheduling/target-problems';
import { platformWords } from '@posthorn/contracts/shared/publication-reasons';
import { detailsOf, type SaidDetails, type SaidPart } from '@posthorn/contracts/shared/said';

type Quotable = SaidDetails & Readonly<{ reason?: string; cause?: string; words: string | null }>;

/** The platform's message, if it gave one. With `values`, the words are a sentence of Posthorn, so this returns none. */
export function quoted({ reason, cause = '', words: stored, ...data }: Quotable): SaidPart[] {
  const words = platformWords(reason ?? cause, stored);
  return words && !detailsOf(data).values ? [{ code: 'quoted', values: { words } }] : [];
}

/** What stopped a target: the sentence of a check, or the sentence for the reason. */
export const stopPart = (
  data: SaidDetails & Readonly<{ reason: string }>,
  kind: TargetProblemKind,
): SaidPart => checkPart(data.reason, data) ?? problemPart(data.reason, kind);

/** The sentence of a check of Posthorn; undefined: the event has no names and figures. */
export function checkPart(code: string, data: SaidDetails): SaidPart | undefined {
  const details = detailsOf(data);
  return details.values && { code: `check.${code}`, ...details };
}

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
