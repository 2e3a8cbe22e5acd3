import type { EffectContext } from '#infrastructure/effects/attempt/context.ts';
import type { Target } from './publication-events.ts';
import type { PublishingTimes } from './publishing-times.ts';

/** What a decision about a publication goes by, beside its events. `due` is the post's time. */
export type PublishingContext = EffectContext &
  Readonly<{
    target: Target;
    /** Own posts can be listed there, so that a second one is found. */
    listsPosts: boolean;
    /** The post brings a cover that is set by a call of its own once the video is out. */
    hasCover?: boolean;
    times: PublishingTimes;
  }>;
