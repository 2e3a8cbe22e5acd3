import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import sharp from 'sharp';
import { publishingDrawing, uploadDrawing } from '#infrastructure/media/drawing/drawing-places.ts';
import { fitImage } from './images.ts';
import { mediaAt } from '../testing/account-access.ts';

const limits = { bytes: 1_000_000, types: ['image/jpeg'] };
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-images-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function picture(width: number, height: number, format: 'jpeg' | 'png') {
  const path = join(folder, `${String(width)}x${String(height)}.${format}`);
  await sharp({ create: { width, height, channels: 3, background: '#345' } })
    .toFormat(format)
    .toFile(path);
  return mediaAt(path, (await stat(path)).size, { width, height, mimeType: `image/${format}` });
}

it('sends a file unchanged when the platform accepts it', async () => {
  const item = await picture(640, 480, 'jpeg');
  const sides = { long: 640, short: 480 };
  expect((await fitImage(item, { ...limits, sides })).body).toEqual({ path: item.path, bytes: item.bytes });
});
it('does not turn an animation into a still picture', async () => {
  const item = { ...(await picture(16, 8, 'png')), mimeType: 'image/gif' };
  await expect(fitImage(item, limits)).rejects.toMatchObject({
    problem: { code: 'media-rejected', variant: 'animation', values: { file: item.mediaUrl } },
  });
  const types = ['image/gif'];
  expect(await fitImage(item, { ...limits, types })).toMatchObject({ type: 'image/gif' });
  await expect(fitImage(item, { types, bytes: 1 })).rejects.toThrow('animation');
});
it('converts even a small picture of another type to JPEG', async () => {
  expect(await fitImage(await picture(8, 6, 'png'), limits)).toMatchObject({
    type: 'image/jpeg',
    width: 8,
    height: 6,
  });
});
it('reports a file that the disk does not return as a problem that may pass', async () => {
  const lost = await picture(7, 5, 'png');
  await rm(lost.path);
  await expect(fitImage(lost, limits)).rejects.toMatchObject({ isTemporary: true });
  const broken = await picture(9, 5, 'png');
  await writeFile(broken.path, (await readFile(broken.path)).subarray(0, 40));
  await expect(fitImage(broken, limits)).rejects.toMatchObject({
    isTemporary: false,
    problem: { code: 'media-rejected', variant: 'unreadable' },
  });
});
it.each([
  [4000, 3000, 1440, 1080],
  [3000, 4000, 1080, 1440],
  [4000, 1000, 1920, 480],
  [3000, 3000, 1080, 1080],
])('scales %i × %i to fit into 1920 × 1080: %i × %i', async (width, height, fitWidth, fitHeight) => {
  const item = await picture(width, height, 'jpeg');
  expect(await fitImage(item, { ...limits, sides: { long: 1920, short: 1080 } })).toMatchObject({
    width: fitWidth,
    height: fitHeight,
  });
});
it('shrinks a picture with more pixels than allowed, and no other picture', async () => {
  const pixels = 640 * 480;
  const item = await picture(640, 480, 'jpeg');
  expect((await fitImage(item, { ...limits, pixels })).body).toEqual({ path: item.path, bytes: item.bytes });
  for (const [width, height] of [
    [641, 480],
    [100, 4001],
  ] as const) {
    const fitted = await fitImage(await picture(width, height, 'jpeg'), { ...limits, pixels });
    expect(fitted.width * fitted.height).toBeLessThanOrEqual(pixels);
    expect(fitted.width * fitted.height).toBeGreaterThan(pixels * 0.97);
  }
});

it('draws the pictures of each owner in turn, without waiting for uploads', async () => {
  const ends: (() => void)[] = [];
  const waitForEnd = () => new Promise<void>((resolve) => ends.push(resolve));
  const uploads = ['eve', 'bob'].map((owner) => uploadDrawing.run({ owner, megapixels: 1 }, waitForEnd));
  const drawn = jest.spyOn(publishingDrawing, 'draw');
  try {
    const item = await picture(64, 48, 'png');
    const first = publishingDrawing.run({ owner: 'eve', megapixels: 1 }, waitForEnd);
    const fits = ['eve', 'ana'].map((ownerId) => fitImage({ ...item, ownerId }, limits));
    while (publishingDrawing.waiting < fits.length || ends.length < 3) await new Promise(setImmediate);
    // The first two are uploads, so the third is the drawing for publishing.
    ends[2]?.();
    await Promise.all([first, ...fits]);
    expect(new Set(drawn.mock.calls.map(([, , { owner }]) => owner))).toEqual(new Set(['eve', 'ana']));
  } finally {
    drawn.mockRestore();
    for (const end of ends) end();
    await Promise.all(uploads);
  }
});
