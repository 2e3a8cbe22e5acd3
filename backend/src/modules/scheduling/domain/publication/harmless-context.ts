import type { EffectContext } from '#infrastructure/effects/attempt/context.ts';
import type { PublishingTimes } from './publishing-times.ts';

/**
 * Of what does no harm when it is done twice: deleting a post, setting the cover of a video. Tried ever more seldom for as long
 * as there is time.
 */
export const harmlessContext = ({
  now,
  random,
  times,
}: Readonly<{ now: Date; random: number; times: PublishingTimes }>): EffectContext => ({
  now,
  random,
  // Counted from the wish, which each of them has.
  due: now.toISOString(),
  rule: 'idempotent',
  pace: 'seldom',
  visibility: 0,
  isHarmlessWhenLate: true,
  times: { ...times, tries: Infinity, maxEvents: Infinity },
});
