import { HOUR_MS } from '@posthorn/contracts/shared/durations';
import type { EffectContext } from '#infrastructure/effects/attempt/context.ts';
import { EFFECT_TIMES, type EffectTimes } from '#infrastructure/effects/attempt/retry-waits.ts';
import type { Reply } from './reply.ts';

/** How long the engine tries to send. An automatic reply is useless after an hour. The limit for other replies is that for posts. */
const GIVE_UP = { ai: HOUR_MS, manual: 6 * HOUR_MS } as const;

/** The context for decisions about a reply. Specs pass shorter `times` in the same proportions. */
export const replyContext = (
  { kind, requestedAt }: Pick<Reply, 'kind' | 'requestedAt'>,
  platform: Pick<EffectContext, 'rule' | 'visibleAfterMs' | 'isLateCallHarmless'>,
  { now, random, times = EFFECT_TIMES }: Readonly<{ now: Date; random: number; times?: EffectTimes }>,
): EffectContext => ({
  ...platform,
  now,
  random,
  firstDueAt: requestedAt,
  pace: 'limited',
  times: { ...times, giveUp: Math.min(times.giveUp, GIVE_UP[kind]) },
});
