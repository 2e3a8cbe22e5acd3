import type { EffectContext } from './context.ts';
import { EFFECT_TIMES, type EffectTimes } from './retry-waits.ts';

/**
 * The context for an effect that may happen twice without harm, such as deleting a post or hiding a comment. It retries with exponential
 * back-off until the time limit.
 */
export const idempotentContext = ({
  now,
  random,
  times = EFFECT_TIMES,
}: Readonly<{ now: Date; random: number; times?: EffectTimes }>): EffectContext => ({
  now,
  random,
  // Time limits count from the request, which each such effect has. So this value is not used.
  firstDueAt: now.toISOString(),
  rule: 'idempotent',
  pace: 'seldom',
  visibleAfterMs: 0,
  isLateCallHarmless: true,
  times: { ...times, tries: Infinity, maxEvents: Infinity },
});
