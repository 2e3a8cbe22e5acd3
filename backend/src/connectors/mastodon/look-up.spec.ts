import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ConformanceWorld } from '../testing/conformance/conformance-world.ts';
import { Publisher } from '../testing/conformance/publisher.ts';

const world = new ConformanceWorld();
beforeAll(() => world.open());
afterAll(() => world.close());

it.each(['public', 'unlisted', 'private'])(
  'finds a post with the visibility %s after a lost response',
  async (visibility) => {
    const proof = { kind: 'token', server: 'https://mastodon.sandbox.test', token: visibility } as const;
    const [remote] = await world.accounts('mastodon', proof);
    if (!remote) throw new Error('No account was connected.');
    const options = { visibility, contentWarning: 'Spoilers', language: 'de' };
    const text = `For ${visibility}`;
    const publisher = new Publisher(world.connector('mastodon'), world.clock, remote, { text, options });
    expect(await publisher.prepare()).toMatchObject({ kind: 'prepared' });
    await world.fault('mastodon', 'dropAfterAccept');
    expect(await publisher.call()).toMatchObject({ kind: 'unknown' });
    expect(await publisher.lookUp()).toMatchObject({ kind: 'published' });
  },
);
