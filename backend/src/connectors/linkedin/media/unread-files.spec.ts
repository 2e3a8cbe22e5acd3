import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ConformanceWorld } from '../../testing/conformance/conformance-world.ts';
import { Publisher } from '../../testing/conformance/publisher.ts';

const world = new ConformanceWorld();
beforeAll(() => world.open());
afterAll(() => world.close());

it.each(['image', 'video'] as const)(
  'refuses to post a broken %s as a member, and uploads the file again',
  async (kind) => {
    const connector = world.connector('linkedin');
    const accounts = await world.accounts('linkedin', { account: `broken${kind}` });
    const member = accounts.find(({ remoteId }) => !remoteId.startsWith('urn:li:organization:'));
    if (!member) throw new Error('The consent opened no member.');
    const text = `A broken ${kind}`;
    const media = kind === 'image' ? world.images.slice(0, 1) : [world.video];
    const publisher = new Publisher(connector, world.clock, member, { text, media });
    await world.fault('linkedin', 'failProcessing');

    await publisher.prepare();
    expect(await publisher.call()).toMatchObject({ kind: 'refused', reason: 'media-lost', retryable: true });
    // This preparation discards the lost file. The preparation in `publish` uploads the file again.
    await publisher.prepare();
    expect(await publisher.publish()).toMatchObject({ kind: 'published' });
    expect((await world.posts('linkedin')).filter((post) => post.text.includes(text))).toHaveLength(1);
  },
);
