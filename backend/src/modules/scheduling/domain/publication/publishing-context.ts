import type { EffectContext } from '#infrastructure/effects/attempt/context.ts';
import type { Target } from './publication-events.ts';
import type { PublishingTimes } from './publishing-times.ts';

/**
 * The data that a decision about a publication reads in addition to its events. `firstDueAt`: the time for which the
 * post is scheduled.
 */
export type PublishingContext = EffectContext &
  Readonly<{
    target: Target;
    /** The platform can list own posts, so a search can find a second copy. */
    listsPosts: boolean;
    /** The post has a cover that needs a separate call after the video is published. */
    hasCover?: boolean;
    times: PublishingTimes;
  }>;
