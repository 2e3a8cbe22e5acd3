import { MASTODON_LIMITS } from '../limits.ts';
import { expect, it } from '@jest/globals';
import { limitsIn } from './instance.ts';

const today = '2030-01-01';

it('reads the limits that an instance publishes, and only supported file types', () => {
  const limits = limitsIn(
    {
      configuration: {
        statuses: { max_characters: 5000, max_media_attachments: 6, characters_reserved_per_url: 30 },
        media_attachments: {
          supported_mime_types: ['image/jpeg', 'video/mp4', 'video/webm'],
          description_limit: 500,
          image_size_limit: 1_000_000,
          image_matrix_limit: 16_777_216,
          video_size_limit: 2_000_000,
          video_matrix_limit: 2_304_000,
        },
      },
    },
    today,
  );
  expect(limits).toMatchObject({
    platform: 'mastodon',
    text: { max: 5000, count: { by: 'mastodon', urlLength: 30 } },
    media: {
      images: 6,
      imageBytes: 1_000_000,
      imagePixels: 16_777_216,
      videoBytes: 2_000_000,
      videoPixels: 2_304_000,
      imageTypes: ['image/jpeg'],
      videoTypes: ['video/mp4'],
      altTextMax: 500,
    },
    confirmed: today,
  });
});
it('counts all characters of URLs and mentions if an instance reserves no characters for a URL', () => {
  const statuses = { characters_reserved_per_url: 0 };
  expect(limitsIn({ configuration: { statuses } }, today).text.count).toEqual({ by: 'graphemes' });
});
it('keeps the defaults for missing or invalid values', () => {
  const requests = { calls: 300, perSeconds: 300 };
  const defaults = { ...MASTODON_LIMITS, requests, confirmed: today };
  expect(limitsIn({}, today)).toEqual(defaults);
  expect(limitsIn('nonsense', today)).toEqual(defaults);
  const nonsense = { statuses: { max_characters: -1, max_media_attachments: 'many' }, media_attachments: [] };
  expect(limitsIn({ configuration: nonsense }, today)).toEqual(defaults);
});
it('accepts the field names of older servers', () => {
  expect(limitsIn({ max_toot_chars: 11_000, upload_limit: 5_000_000 }, today)).toMatchObject({
    text: { max: 11_000 },
    media: { imageBytes: 5_000_000, videoBytes: 5_000_000 },
  });
});
it('limits the text length that an instance publishes', () => {
  expect(limitsIn({ configuration: { statuses: { max_characters: 1e12 } } }, today).text.max).toBe(100_000);
});

it.each([
  { version: '3.5.3 (compatible; Pixelfed 0.12.6)' },
  { version: '2.7.2 (compatible; Pixelfed 0.10.5)', max_toot_chars: 500 },
  { version: '0.11.5', source_url: 'https://github.com/pixelfed/pixelfed' },
])('requires an image or a video on Pixelfed: %j', (instance) => {
  expect(limitsIn(instance, today).text.requiresMedia).toBe(true);
});
it.each([
  { version: '4.5.0', source_url: 'https://github.com/mastodon/mastodon' },
  { version: '0.19.1 git-ab12', source_url: 'https://codeberg.org/superseriousbusiness/gotosocial' },
  { version: '2.7.2 (compatible; Akkoma 3.15.2)', title: 'Pixelfed fans' },
  { version: 7, source_url: null },
])('requires no file on other servers: %j', (instance) => {
  expect(limitsIn(instance, today).text.requiresMedia).toBe(false);
});

const GOTOSOCIAL = {
  version: '0.19.1 git-ab12',
  source_url: 'https://codeberg.org/superseriousbusiness/gotosocial',
};
it.each(['4.5.0', '4.6.0-alpha.1+glitch', '3.5.19+hometown-1.1.1'])(
  'sets no limit of requests for Mastodon %s',
  (version) => {
    expect(limitsIn({ version }, today, { 'x-ratelimit-limit': '300' }).requests).toBeUndefined();
  },
);
it.each([
  ['GoToSocial, by default', GOTOSOCIAL, {}, 300],
  ['GoToSocial, as its operator chose', GOTOSOCIAL, { 'x-ratelimit-limit': '100' }, 100],
  ['GoToSocial, at most the number for Mastodon', GOTOSOCIAL, { 'x-ratelimit-limit': '90000' }, 1_500],
  ['GoToSocial with an invalid header', GOTOSOCIAL, { 'x-ratelimit-limit': '-1' }, 300],
  ['Pixelfed', { version: '3.5.3 (compatible; Pixelfed 0.12.6)' }, { 'x-ratelimit-limit': '512' }, 300],
  ['Akkoma', { version: '2.7.2 (compatible; Akkoma 3.15.2)' }, {}, 300],
  ['snac', { version: '4.0.0 (not true; really snac/2.52)' }, {}, 300],
  ['unknown software', {}, {}, 300],
])('limits the requests to a server: %s', (_, instance, headers, calls) => {
  expect(limitsIn(instance, today, headers).requests).toEqual({ calls, perSeconds: 300 });
});
