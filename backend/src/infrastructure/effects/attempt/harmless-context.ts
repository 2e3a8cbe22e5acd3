import type { EffectContext } from './context.ts';
import { EFFECT_TIMES, type EffectTimes } from './retry-waits.ts';

/**
 * What decisions go by about an effect that does no harm when it is done twice: deleting a post, hiding a comment. It is tried ever more
 * seldom for as long as there is time.
 */
export const harmlessContext = ({
  now,
  random,
  times = EFFECT_TIMES,
}: Readonly<{ now: Date; random: number; times?: EffectTimes }>): EffectContext => ({
  now,
  random,
  // Counted from the wish, which each of them has.
  firstDueAt: now.toISOString(),
  rule: 'idempotent',
  pace: 'seldom',
  visibility: 0,
  isHarmlessWhenLate: true,
  times: { ...times, tries: Infinity, maxEvents: Infinity },
});
