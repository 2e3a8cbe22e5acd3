import { expect, it } from '@jest/globals';
import { BLUESKY } from '../../bluesky/limits.ts';
import { FACEBOOK } from '../../facebook/limits.ts';
import { INSTAGRAM } from '../../instagram/limits.ts';
import { LINKEDIN } from '../../linkedin/limits.ts';
import { MASTODON } from '../../mastodon/limits.ts';
import { PINTEREST } from '../../pinterest/limits.ts';
import { SNAPCHAT } from '../../snapchat/limits.ts';
import { THREADS } from '../../threads/limits.ts';
import { TIKTOK } from '../../tiktok/limits.ts';
import { TWITTER } from '../../twitter/limits.ts';
import { YOUTUBE } from '../../youtube/limits.ts';

const accountOf = (
  accountName: string,
  displayName: string | null = 'Ana Lim',
  server: string | null = null,
) => ({
  accountName,
  displayName,
  server,
});

it.each([
  [BLUESKY, 'ana.example', 'https://bsky.app/profile/ana.example'],
  [FACEBOOK, 'anabakes', 'https://www.facebook.com/anabakes'],
  [INSTAGRAM, 'ana.bakes', 'https://www.instagram.com/ana.bakes'],
  [PINTEREST, 'anabakes', 'https://www.pinterest.com/anabakes'],
  [SNAPCHAT, 'anabakes', 'https://www.snapchat.com/@anabakes'],
  [THREADS, 'ana.bakes', 'https://www.threads.com/@ana.bakes'],
  [TIKTOK, 'ana.bakes', 'https://www.tiktok.com/@ana.bakes'],
  [TWITTER, 'ana_bakes', 'https://x.com/ana_bakes'],
  [YOUTUBE, 'anabakes', 'https://www.youtube.com/@anabakes'],
])('builds the public URL of an account: $name', (descriptor, accountName, url) => {
  expect(descriptor.publicAddress?.(accountOf(accountName))).toBe(url);
});
it('builds the URL on the server of the account on Mastodon', () => {
  const account = accountOf('ana@mastodon.example', null, 'https://mastodon.example');
  expect(MASTODON.publicAddress?.(account)).toBe('https://mastodon.example/@ana');
});
it.each([FACEBOOK, INSTAGRAM, SNAPCHAT, TIKTOK, YOUTUBE])(
  'does not build a URL from a display name or an id: $name',
  ({ publicAddress }) => {
    expect(publicAddress?.(accountOf('Ana Lim'))).toBeNull();
    expect(publicAddress?.(accountOf('102938', null))).toBeNull();
  },
);
it('does not build a URL on LinkedIn, which has no usernames', () => {
  expect(LINKEDIN.publicAddress).toBeUndefined();
});
it('encodes a username, so that it cannot change the path', () => {
  expect(TWITTER.publicAddress?.(accountOf('../evil?x=#y'))).toBe('https://x.com/..%2Fevil%3Fx%3D%23y');
});
