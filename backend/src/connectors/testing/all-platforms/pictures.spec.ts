import type { Platform } from '@posthorn/contracts/shared/platform';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { portraitOf } from '../../../../sandbox/pages/portraits.ts';
import { pictureAddress } from '../../kit/picture-address.ts';
import { ConformanceWorld } from '../conformance/conformance-world.ts';

// The sandbox returns the picture of an account in the same field of the same response as the real platform.

const world = new ConformanceWorld();
const instagramLogin = new ConformanceWorld('instagram-login');
beforeAll(() => Promise.all([world.open(), instagramLogin.open()]), 60_000);
afterAll(() => Promise.all([world.close(), instagramLogin.close()]));

const PROOFS = {
  bluesky: { kind: 'app-password', identifier: 'ben.sandbox.test', password: 'abcd-efgh-ijkl-mnop' },
  mastodon: { kind: 'token', server: 'https://mastodon.sandbox.test', token: 'ben' },
} as const;
const accountsOf = (platform: Platform) =>
  world.accounts(platform, platform in PROOFS ? PROOFS[platform as keyof typeof PROOFS] : { account: 'ben' });

it.each([
  ['bluesky', 'ben.sandbox.test'],
  ['facebook', "Ben's Page"],
  ['instagram', 'ben'],
  ['pinterest', 'ben'],
  ['snapchat', 'ben'],
  ['threads', 'ben'],
  ['tiktok', 'ben'],
  ['twitter', 'ben'],
  ['youtube', 'ben'],
] as const)('reads the picture of an account on %s when it is connected', async (platform, name) => {
  expect((await accountsOf(platform))[0]?.picture).toBe(portraitOf(name));
});
it('reads the picture of an account on mastodon when it is connected', async () => {
  const [account] = await accountsOf('mastodon');
  expect(account?.picture).toBe(portraitOf(account?.accountName.split('@', 1)[0] ?? ''));
});
it('reads the picture of an Instagram account without a Page', async () => {
  const [account] = await instagramLogin.accounts('instagram', { account: 'ben' });
  expect(account?.picture).toBe(portraitOf('ben'));
});
it('returns the first usable URL of a picture', () => {
  const url = 'https://cdn.example/a.jpg?sig=1';
  expect(pictureAddress(undefined, null, 7, '', 'a.jpg', 'http://cdn.example/a', url)).toEqual({
    picture: url,
  });
  for (const value of [{ url }, [url], 'data:image/png;base64,AA', `https://a.example/${'x'.repeat(2000)}`])
    expect(pictureAddress(value)).toEqual({});
});
it('encodes characters of a URL that tables cannot store', () => {
  expect(pictureAddress('https://cdn.example/\u0000ä.jpg').picture).toBe('https://cdn.example/%00%C3%A4.jpg');
});
