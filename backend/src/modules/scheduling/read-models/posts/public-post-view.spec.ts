import { expect, it } from '@jest/globals';
import { newTarget, type TargetRow } from './target-row.ts';
import { publicPostView } from './public-post-view.ts';
import type { PublicPostRow } from './public-post-rows.ts';

const file = (mediaUrl: string) => ({
  mediaUrl,
  thumbnailUrl: `${mediaUrl}-small`,
  ...({ mediaType: 'image', mimeType: 'image/jpeg', width: 4, height: 3, durationSeconds: null } as const),
  sha256: 'a'.repeat(64),
  bytes: 10,
  originalName: 'my holiday.jpg',
  altText: 'Buns',
});
const target = (accountId: number, changes: Partial<TargetRow> = {}): TargetRow => ({
  ...newTarget({ accountId, platform: 'mastodon' }),
  status: 'posted',
  remoteId: '42',
  permalink: 'https://m.example/42',
  publishedAt: '2030-01-01T13:00:07.000Z',
  ...changes,
});
const row = (targets: readonly TargetRow[], own: PublicPostRow['own'] = []): PublicPostRow => ({
  post_id: 7,
  content: 'Shared',
  hashtags: '#bread',
  media: [file('/media/a'), file('/media/b')],
  targets,
  own,
  scheduled_for: '2030-01-01T13:00:00.000Z',
});

it('shows only the public fields of a post', () => {
  expect(publicPostView(row([target(3)]))).toEqual({
    id: 7,
    content: 'Shared',
    hashtags: '#bread',
    media: { mediaUrl: '/media/a', mediaType: 'image', thumbnailUrl: '/media/a-small', altText: 'Buns' },
    publishedAt: '2030-01-01T13:00:07.000Z',
    platforms: ['mastodon'],
  });
});
it.each([
  ['bread, rolls', '#bread #rolls'],
  ['#bread #bread', '#bread'],
  ['##bread', '#bread'],
  ['＃新商品、＃東京', '#新商品 #東京'],
  ['#हिन्दी रोटी', '#हिन्दी #रोटी'],
  [' , ', null],
  ['', null],
  [null, null],
])('shows hashtags as platforms do: %p', (hashtags, shown) => {
  expect(publicPostView({ ...row([target(3)]), hashtags }).hashtags).toBe(shown);
});
it('lists each platform once, without platforms on which the post failed, waits or was deleted', () => {
  const targets = [
    target(1, { platform: 'bluesky', status: 'failed' }),
    target(2, { platform: 'threads', status: 'unknown' }),
    target(3, { platform: 'twitter', deletion: { state: 'deleted', code: null, words: null } }),
    target(4, { publishedAt: '2030-01-01T13:00:09.000Z' }),
    target(5, { publishedAt: '2030-01-01T13:00:08.000Z' }),
  ];
  expect(publicPostView(row(targets))).toMatchObject({
    platforms: ['mastodon'],
    publishedAt: '2030-01-01T13:00:08.000Z',
  });
});
it('shows neither the platform nor the own text of an account whose post not everyone may see', () => {
  const targets = [target(3, { platform: 'tiktok', publishedAt: '2030-01-01T13:00:00.000Z' }), target(4)];
  const own = [
    { accountId: 3, content: 'For followers', options: { privacy: 'FOLLOWER_OF_CREATOR' } },
    { accountId: 4, content: 'For everyone', options: {} },
  ];
  expect(publicPostView(row(targets, own))).toMatchObject({
    content: 'For everyone',
    platforms: ['mastodon'],
    publishedAt: '2030-01-01T13:00:07.000Z',
  });
});
it.each([
  ['whose post not everyone can see, by its default', { limited: true } as const, {}],
  ['whose post has a content warning', {}, { contentWarning: 'Spoiler' }],
])('shows neither the platform nor the own text of an account %s', (_, changes, options) => {
  const own = [
    { accountId: 3, content: 'For some', options },
    { accountId: 4, content: 'For everyone', options: { contentWarning: ' ' } },
  ];
  const targets = [target(3, changes), target(4, { platform: 'bluesky' })];
  expect(publicPostView(row(targets, own))).toMatchObject({
    content: 'For everyone',
    platforms: ['bluesky'],
  });
});
it('shows the text and files that were really published', () => {
  const own = [{ accountId: 3, content: 'Own words', options: {}, mediaUrls: ['/media/b'] }];
  expect(publicPostView(row([target(3)], own))).toMatchObject({
    content: 'Own words',
    media: { mediaUrl: '/media/b' },
  });
  expect(publicPostView(row([target(3), target(4)], own))).toMatchObject({
    content: 'Shared',
    media: { mediaUrl: '/media/a' },
  });
  expect(
    publicPostView(row([target(3)], [{ accountId: 3, content: null, options: {}, mediaUrls: [] }])),
  ).toMatchObject({ media: null });
});
it('uses the scheduled time when a person confirmed the post', () => {
  expect(publicPostView(row([target(3, { publishedAt: null })])).publishedAt).toBe(
    '2030-01-01T13:00:00.000Z',
  );
});
