import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { drawCard, type CardWords } from './draw-card.ts';

const words: CardWords = {
  handle: 'ana_lima',
  displayName: 'Ana Lima',
  theme: 'light',
  isPremium: false,
  sentence: 'Bread, and more bread: a bakery on a hill above the river.',
};
const TURN = { owner: 'ana', megapixels: 1 };
let folder: string;
let banner: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-cards-'));
  banner = join(folder, 'banner.webp');
  const white = { width: 1200, height: 400, channels: 3, background: '#ffffff' } as const;
  await sharp({ create: white }).webp().toFile(banner);
});
afterAll(() => rm(folder, { recursive: true }));

/** Returns the share of the card's pixels whose colour differs from the colour of a corner. */
async function inkOf(jpeg: Buffer): Promise<number> {
  const { data } = await sharp(jpeg).greyscale().raw().toBuffer({ resolveWithObject: true });
  const [corner = 0] = data;
  return data.filter((grey) => Math.abs(grey - corner) > 60).length;
}

it.each([
  ['in the light theme', words, false],
  ['in the dark theme', { ...words, theme: 'dark' }, false],
  ['with a banner', { ...words, isPremium: true }, true],
] as const)('draws the preview card of a page %s', async (_, card, hasBanner) => {
  const jpeg = await drawCard(card, hasBanner ? banner : null, TURN);
  expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  expect(jpeg.length).toBeLessThan(300_000);
  const bare = await drawCard({ ...card, sentence: '' }, hasBanner ? banner : null, TURN);
  expect(await inkOf(jpeg)).toBeGreaterThan(await inkOf(bare));
});

const ZALGO = `A${'\u0301\u0316\u0337'.repeat(500)}na`;
it.each([
  ['letters of a right-to-left script', 'عائشة \u202Eevil'],
  ['emoji', '👩‍👩‍👧‍👦🔥'],
  ['stacked accents', ZALGO],
  ['ten thousand letters', 'W'.repeat(10_000)],
  ['ten thousand words', 'Ana '.repeat(10_000)],
  ['markup', '"/></svg><svg onload="alert(1)"><script>alert(1)</script><image href="file:///etc/passwd"/>'],
  ['lone surrogates', '\uD800 \uDC00'],
  ['control characters and line breaks', 'Ana\u0000\n\u2028Lima'],
  ['no characters', ''],
])('draws a card of the same size for a name of %s', async (_, hostile) => {
  const jpeg = await drawCard({ ...words, displayName: hostile, sentence: hostile }, null, TURN);
  expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  expect(jpeg.length).toBeLessThan(300_000);
});

it('omits a sentence with letters that the font lacks', async () => {
  const unnamed = { ...words, displayName: '@ana_lima' };
  const one = await drawCard({ ...unnamed, sentence: '日本語' }, null, TURN);
  expect(one.equals(await drawCard({ ...unnamed, sentence: '' }, null, TURN))).toBe(true);
});
