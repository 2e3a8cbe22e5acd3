import { PUBLISHING_TIMES, type PublishingTimes } from './domain/publication/publishing-times.ts';

/** Injection token of the product's `PublishingTimes`. */
export const TIMES = Symbol('PublishingTimes');

/**
 * The times as designed. Test runs shorten them by `POSTHORN_PUBLISHING_TIMES`, JSON of the ones to change; anywhere
 * else the variable is refused, because shorter waits weaken the promises.
 */
export function publishingTimes(env: NodeJS.ProcessEnv): PublishingTimes {
  const changes = env['POSTHORN_PUBLISHING_TIMES'];
  if (changes === undefined || changes === '') return PUBLISHING_TIMES;
  if (env['NODE_ENV'] !== 'test')
    throw new Error('POSTHORN_PUBLISHING_TIMES is for test runs (NODE_ENV=test) only.');
  return { ...PUBLISHING_TIMES, ...(JSON.parse(changes) as Partial<PublishingTimes>) };
}
