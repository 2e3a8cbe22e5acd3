import type { EffectContext } from './context.ts';
import { EFFECT_TIMES, type EffectTimes } from './retry-waits.ts';

/**
 * The context for an effect that does no harm when it happens twice, such as deleting a post or hiding a comment. It retries with exponential
 * back-off until the time limit.
 */
export const idempotentContext = ({
  now,
  random,
  times = EFFECT_TIMES,
}: Readonly<{ now: Date; random: number; times?: EffectTimes }>): EffectContext => ({
  now,
  random,
  // Each such effect has a request, so time counts from it.
  firstDueAt: now.toISOString(),
  rule: 'idempotent',
  pace: 'seldom',
  visibleAfterMs: 0,
  isHarmlessWhenLate: true,
  times: { ...times, tries: Infinity, maxEvents: Infinity },
});
