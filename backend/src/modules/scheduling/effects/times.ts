import type { TokenOf } from '#infrastructure/effects/needs.ts';
import { shortenedTimes } from '#infrastructure/effects/shortened-times.ts';
import { PUBLISHING_TIMES, type PublishingTimes } from '../domain/publication/publishing-times.ts';

/** Injection token of the product's `PublishingTimes`. */
export const TIMES = Symbol('PublishingTimes') as TokenOf<PublishingTimes>;

export const publishingTimes = (env: NodeJS.ProcessEnv): PublishingTimes =>
  shortenedTimes(PUBLISHING_TIMES, 'POSTHORN_PUBLISHING_TIMES', env);
