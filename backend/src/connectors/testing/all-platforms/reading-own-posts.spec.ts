import { READS_OWN_POSTS } from '@posthorn/contracts/integrations/comment-reading-text';
import { platforms } from '@posthorn/contracts/shared/platform';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ConformanceWorld } from '../conformance/conformance-world.ts';

const world = new ConformanceWorld();
beforeAll(() => world.open());
afterAll(() => world.close());

/** Substack has no connector. */
const connectable = platforms.filter((platform) => platform !== 'substack');

it.each(connectable)(
  'READS_OWN_POSTS contains %s if Posthorn reads comments there only under its own posts',
  (platform) => {
    const pace = world.connector(platform).comments?.pace;
    // A listing contains the new comments of the whole account. Other sources need a post that Posthorn published.
    expect(READS_OWN_POSTS.has(platform)).toBe(pace !== undefined && pace.source !== 'listing');
  },
);
