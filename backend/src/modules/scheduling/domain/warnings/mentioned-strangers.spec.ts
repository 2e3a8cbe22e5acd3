import { expect, it } from '@jest/globals';
import { mentionOfStranger } from './mentioned-strangers.ts';

it.each([
  ['twitter', 'With @ana.bsky.social today', { written: '@ana.bsky.social', mentioned: '@ana' }],
  ['twitter', '@Ana@mastodon.social, hi', { written: '@Ana@mastodon.social', mentioned: '@Ana' }],
  ['twitter', '(@dom-ain.com)', { written: '@dom-ain.com', mentioned: '@dom' }],
  ['threads', 'By @ana_b@social.example.org.', { written: '@ana_b@social.example.org', mentioned: '@ana_b' }],
  ['instagram', 'By @a.na@mastodon.social', { written: '@a.na@mastodon.social', mentioned: '@a.na' }],
  ['tiktok', '@ana@mastodon.social', { written: '@ana@mastodon.social', mentioned: '@ana' }],
] as const)('finds that %s mentions another account in: %s', (platform, text, mention) => {
  expect(mentionOfStranger(text, platform)).toEqual(mention);
});
it.each([
  ['twitter', 'With @ana and @ben_1.'],
  ['twitter', 'Thanks, @ana.Great bread'],
  ['twitter', 'Mail ana@mastodon.social'],
  ['twitter', 'https://social.example/@ana.bsky.social'],
  ['threads', 'With @ana.bsky.social, which is a name on Threads too'],
  ['bluesky', 'With @ana@mastodon.social'],
  ['mastodon', 'With @ana.bsky.social'],
  ['linkedin', 'With @ana@mastodon.social'],
] as const)('finds on %s no other account in: %s', (platform, text) => {
  expect(mentionOfStranger(text, platform)).toBeNull();
});
it('does not hang on a text of many names', () => {
  expect(mentionOfStranger('@a.b-'.repeat(20_000), 'twitter')).toBeNull();
  expect(mentionOfStranger(`@${'a.'.repeat(50_000)}`, 'twitter')).toBeNull();
}, 5_000);
