import { READS_OWN_POSTS } from '@posthorn/contracts/integrations/comment-reading-text';
import { platforms } from '@posthorn/contracts/shared/platform';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ConformanceWorld } from '../conformance/conformance-world.ts';

const world = new ConformanceWorld();
beforeAll(() => world.open());
afterAll(() => world.close());

/** Substack has no connector. */
const connected = platforms.filter((platform) => platform !== 'substack');

it.each(connected)('knows whether Posthorn reads only comments under its own posts on %s', (platform) => {
  const pace = world.connector(platform).comments?.pace;
  // A listing shows new comments of the whole account. All other sources need a post that Posthorn knows.
  expect(READS_OWN_POSTS.has(platform)).toBe(pace !== undefined && pace.source !== 'listing');
});
