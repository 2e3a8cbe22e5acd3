import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ConformanceWorld } from '../../testing/conformance/conformance-world.ts';
import { Publisher } from '../../testing/conformance/publisher.ts';

const world = new ConformanceWorld();
beforeAll(() => world.open());
afterAll(() => world.close());

/** A publisher of a wide video. The video is not a Reel, so it is uploaded in the chunks that Facebook requests. */
const publisherOf = async (account: string) => {
  const [page] = await world.accounts('facebook', { account });
  if (!page) throw new Error('The consent opened no Page.');
  const media = [{ ...world.video, width: 1920, height: 1080 }];
  return new Publisher(world.connector('facebook'), world.clock, page, { text: `Wide of ${account}`, media });
};
const receivedPosts = async ({ publication }: Publisher) =>
  (await world.posts('facebook')).filter(({ text }) => text === publication.text);

it('sends all bytes of a wide video', async () => {
  const publisher = await publisherOf('wide');
  expect(await publisher.publish()).toMatchObject({
    kind: 'published',
    permalink: expect.stringContaining('/videos/'),
  });
  expect(await receivedPosts(publisher)).toMatchObject([
    { media: [{ bytes: world.video.bytes, type: 'video/mp4' }] },
  ]);
});
it.each([1, 2, 3, 4])('continues the upload of a wide video after a crash at step %i', async (step) => {
  const publisher = await publisherOf(`wide${String(step)}`);
  await expect(publisher.prepare(step)).rejects.toThrow();
  expect(await publisher.publish()).toMatchObject({ kind: 'published' });
  expect(await receivedPosts(publisher)).toHaveLength(1);
});
it.each(['dropAfterAccept', 'http500'])(
  'publishes a wide video only once after the fault %s',
  async (fault) => {
    const publisher = await publisherOf(fault.toLowerCase());
    await publisher.prepare();
    await world.fault('facebook', fault);
    expect(await publisher.call()).toMatchObject({ kind: 'unknown' });
    const found = await publisher.lookUp();
    if (found.kind === 'absent') expect(await publisher.publish()).toMatchObject({ kind: 'published' });
    else expect(found).toMatchObject({ kind: 'published' });
    expect(await receivedPosts(publisher)).toHaveLength(1);
  },
);
it.each(['facebook', 'instagram'] as const)(
  'refuses a post if %s cannot process the video',
  async (platform) => {
    const [account] = await world.accounts(platform, { account: 'failing' });
    if (!account) throw new Error('The consent opened no account.');
    const written = { text: 'Not processed', media: [world.video] };
    const publisher = new Publisher(world.connector(platform), world.clock, account, written);
    await world.fault(platform, 'failProcessing');
    expect(await publisher.publish()).toMatchObject({
      kind: 'refused',
      reason: 'media-rejected',
      retryable: false,
    });
    expect(await world.posts(platform)).not.toContainEqual(
      expect.objectContaining({ text: 'Not processed' }),
    );
  },
);
