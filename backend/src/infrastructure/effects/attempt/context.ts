import type { RepeatRule } from './effect.ts';
import type { RetryContext } from './retry-waits.ts';

/** What a decision needs beside the moves. */
export type EffectContext = RetryContext &
  Readonly<{
    rule: RepeatRule;
    /** Milliseconds: how late the other side may show what it has. */
    visibility: number;
    /** A call that arrives after it was repeated does nothing more there. */
    isHarmlessWhenLate: boolean;
  }>;

/** Milliseconds since 1970 as events tell them. */
export const iso = (millis: number): string => new Date(millis).toISOString();
