import type { RepeatRule } from './effect.ts';
import type { RetryContext } from './retry-waits.ts';

/** What a decision needs in addition to the moves. */
export type EffectContext = RetryContext &
  Readonly<{
    rule: RepeatRule;
    /** Milliseconds. The longest time until the remote system shows what it has received. */
    visibleAfterMs: number;
    /** A call that arrives after its repetition has no further effect in the remote system. */
    isLateCallHarmless: boolean;
  }>;

/** Turns milliseconds since 1970 into the form that events store. */
export const iso = (millis: number): string => new Date(millis).toISOString();
