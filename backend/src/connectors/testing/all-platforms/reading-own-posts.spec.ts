import { READS_OWN_POSTS } from '@posthorn/contracts/integrations/comment-reading-text';
import { platforms } from '@posthorn/contracts/shared/platform';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ConformanceWorld } from '../conformance/conformance-world.ts';

const world = new ConformanceWorld();
beforeAll(() => world.open());
afterAll(() => world.close());

/** Substack is a link on a page, and has no connector. */
const connected = platforms.filter((platform) => platform !== 'substack');

it.each(connected)('says of %s whether only comments under posts published here are read', (platform) => {
  const pace = world.connector(platform).comments?.pace;
  // A listing shows what is new on the whole account. All other ways begin at a post that Posthorn knows.
  expect(READS_OWN_POSTS.has(platform)).toBe(pace !== undefined && pace.source !== 'listing');
});
