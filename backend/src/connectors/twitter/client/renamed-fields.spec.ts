import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ConformanceWorld } from '../../testing/conformance/conformance-world.ts';
import { Publisher } from '../../testing/conformance/publisher.ts';

const world = new ConformanceWorld();
beforeAll(() => world.open());
afterAll(() => world.close());

it('finds a post after a lost response, even if X has renamed the fields of posts', async () => {
  const [remote] = await world.accounts('twitter', { account: 'renamed_ana' });
  if (!remote) throw new Error('The consent opened no account.');
  const text = 'Look at bit.ly/1 & <https://example.org/a>';
  const media = world.images.slice(0, 1);
  const publisher = new Publisher(world.connector('twitter'), world.clock, remote, { text, media });
  expect(await publisher.prepare()).toMatchObject({ kind: 'prepared' });
  await world.fault('twitter', 'dropAfterAccept');
  expect(await publisher.call()).toMatchObject({ kind: 'unknown' });
  expect(await publisher.lookUp()).toMatchObject({ kind: 'published' });
});
