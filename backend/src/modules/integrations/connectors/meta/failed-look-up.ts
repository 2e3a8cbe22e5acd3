import type { LookUpOutcome } from '../contract/outcome.ts';
import { stepOutcome } from './graph-outcomes.ts';

/** A look-up that broke off proves nothing. @throws what is no error of the platform or the network */
export function failedLookUp(error: unknown, now: Date): LookUpOutcome {
  const outcome = stepOutcome(error, now);
  const { words } = outcome;
  return outcome.kind === 'postponed'
    ? { kind: 'failed', words, until: outcome.until }
    : { kind: 'failed', words };
}
