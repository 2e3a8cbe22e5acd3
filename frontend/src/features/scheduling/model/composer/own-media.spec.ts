import { expect, it } from '@jest/globals';
import { BLUESKY_LIMITS } from '#testing/limits.ts';
import { aBlueskyAccount, aMastodonAccount } from '#testing/views.ts';
import type { ComposerMediaItem } from './media-item.ts';
import { itemsFor, selectionThatFits, toggled } from './own-media.ts';
import { targetFit } from './target-fit.ts';

const file = (id: number, kind: 'image' | 'video' = 'image'): ComposerMediaItem => ({
  id,
  name: `${String(id)}.jpg`,
  kind,
  size: 9,
  preview: '',
  altText: '',
  state: 'done',
  progress: 1,
  view: {
    mediaUrl: `/media/${String(id)}`,
    mediaType: kind,
    mediaSize: 9,
    originalName: '',
    order: 0,
    thumbnailUrl: null,
    width: 9,
    height: 9,
    durationSeconds: null,
    altText: null,
    mimeType: kind === 'image' ? 'image/jpeg' : 'video/mp4',
  },
});
const content = { title: '', content: 'Hello', hashtags: '', targets: {} };
const fittingOn = (account: Parameters<typeof targetFit>[0], items: readonly ComposerMediaItem[]) =>
  selectionThatFits(items, targetFit(account, content, [], false))?.map(({ id }) => id);

it("returns an account's own files in the account's order, without files that were removed from the post", () => {
  const items = [file(1), file(2), file(3)];
  expect(itemsFor(items, { mediaUrls: null })).toBe(items);
  const own = itemsFor(items, { mediaUrls: ['/media/3', '/media/9', '/media/1'] });
  expect(own.map(({ id }) => id)).toEqual([3, 1]);
  expect(itemsFor(items, { mediaUrls: [] })).toEqual([]);
});
it('returns null, which means all files, when the account has all files selected', () => {
  const items = [file(1), file(2)] as const;
  expect(toggled(items, items, items[0])).toEqual(['/media/2']);
  expect(toggled(items, [items[1]], items[0])).toBe(null);
});
it('removes as few files as possible for an account', () => {
  const five = [1, 2, 3, 4, 5].map((id) => file(id));
  expect(fittingOn(aMastodonAccount(), five)).toEqual([1, 2, 3, 4]);
  expect(fittingOn(aBlueskyAccount(), [file(1, 'video'), file(2)])).toEqual([2]);
});
it('returns no selection when an account needs a file of another kind, and an empty one when it needs no file', () => {
  const { media, text } = BLUESKY_LIMITS;
  const limits = {
    ...BLUESKY_LIMITS,
    media: { ...media, images: 0 },
    text: { ...text, requiresMedia: true },
  };
  expect(fittingOn(aBlueskyAccount({ limits }), [file(1)])).toBe(undefined);
  expect(fittingOn(aBlueskyAccount({ limits: { ...limits, text } }), [file(1)])).toEqual([]);
});
