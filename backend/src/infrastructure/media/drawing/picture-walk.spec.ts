import { expect, it } from '@jest/globals';
import sharp from 'sharp';
import { PICTURE_PARTS, PictureTooComplex, walkPicture } from './picture-walk.ts';

const plain = (format: 'jpeg' | 'png' | 'webp' | 'gif') =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: '#c05' } })
    .toFormat(format)
    .toBuffer();

/** A progressive JPEG of `count` scans, with fill bytes before each. */
async function jpeg(count: number): Promise<Buffer> {
  const bytes = await sharp(await plain('png'))
    .jpeg({ progressive: true })
    .toBuffer();
  const first = bytes.indexOf(Buffer.from([0xff, 0xda]));
  const scan = Buffer.from([0xff, 0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0xff, 0x00, 0xff, 0xd0, 0x34]);
  return Buffer.concat([
    bytes.subarray(0, first),
    ...Array<Buffer>(count).fill(scan),
    Buffer.from([0xff, 0xd9]),
  ]);
}
function chunk(type: string, length: number): Buffer {
  const bytes = Buffer.alloc(length + 12);
  bytes.writeUInt32BE(length);
  bytes.write(type, 4, 'latin1');
  return bytes;
}
/** A PNG with these chunks before its pixels. */
async function png(...chunks: readonly Buffer[]): Promise<Buffer> {
  const bytes = await plain('png');
  return Buffer.concat([bytes.subarray(0, 33), ...chunks, bytes.subarray(33)]);
}
/** A GIF of the given number of one-pixel frames, each after a comment. */
function gif(frames: number): Buffer {
  const head = Buffer.from([...Buffer.from('GIF89a'), 1, 0, 1, 0, 0x80, 0, 0, ...[0, 0, 0, 255, 255, 255]]);
  // 0x2c begins a frame, but not inside a comment.
  const comment = [0x21, 0xfe, 2, 0x2c, 0x2c, 0];
  const frame = Buffer.from([
    ...comment,
    0x2c,
    0,
    0,
    0,
    0,
    1,
    0,
    1,
    0,
    0x80,
    1,
    2,
    3,
    4,
    5,
    6,
    2,
    2,
    0x44,
    1,
    0,
  ]);
  return Buffer.concat([head, ...Array<Buffer>(frames).fill(frame), Buffer.from([0x3b])]);
}
function webp(...chunks: readonly (readonly [string, number])[]): Buffer {
  const parts = chunks.map(([type, length]) => {
    const bytes = Buffer.alloc(8 + length + (length % 2));
    bytes.write(type, 0, 'latin1');
    bytes.writeUInt32LE(length, 4);
    return bytes;
  });
  return Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'), ...parts]);
}
const frames = (count: number) => Array(count).fill(['ANMF', 17] as const) as (readonly [string, number])[];
const ANCILLARY_BYTES = PICTURE_PARTS.ancillaryBytes;

it.each([
  ['JPEG of 100 scans', () => jpeg(100)],
  ['GIF of 300 frames', () => Promise.resolve(gif(300))],
  ['PNG with a profile of nearly a megabyte', () => png(chunk('iCCP', ANCILLARY_BYTES - 200))],
  ['PNG with a megabyte of animation', () => png(chunk('fdAT', ANCILLARY_BYTES))],
  ['PNG with two megabytes of pixels', () => png(chunk('IDAT', 2 * ANCILLARY_BYTES))],
  ['WebP of 300 frames', () => Promise.resolve(webp(['VP8X', 10], ['ANIM', 6], ...frames(300)))],
  ['file of an unknown format', () => Promise.resolve(Buffer.from('hello'))],
  ['truncated JPEG', async () => (await jpeg(3)).subarray(0, 40)],
  ['truncated PNG', async () => (await plain('png')).subarray(0, 20)],
  ['truncated GIF', () => Promise.resolve(gif(1).subarray(0, 24))],
])('accepts a %s', async (_, makeBytes) => {
  const bytes = await makeBytes();
  expect(() => {
    walkPicture(bytes);
  }).not.toThrow();
});
it.each(['jpeg', 'png', 'webp', 'gif'] as const)('accepts a plain %s', async (format) => {
  const bytes = await plain(format);
  expect(() => {
    walkPicture(bytes);
  }).not.toThrow();
});

it.each([
  ['JPEG of 101 scans', () => jpeg(101)],
  ['GIF of 301 frames', () => Promise.resolve(gif(301))],
  ['PNG with a megabyte of text', () => png(chunk('zTXt', ANCILLARY_BYTES))],
  [
    'PNG with very many small text chunks',
    () => png(...Array<Buffer>(ANCILLARY_BYTES / 10).fill(chunk('tEXt', 0))),
  ],
  ['WebP of 301 frames', () => Promise.resolve(webp(['VP8X', 10], ...frames(301)))],
  ['WebP with a megabyte of metadata', () => Promise.resolve(webp(['VP8X', 10], ['EXIF', ANCILLARY_BYTES]))],
])('refuses a %s', async (_, makeBytes) => {
  const bytes = await makeBytes();
  expect(() => {
    walkPicture(bytes);
  }).toThrow(PictureTooComplex);
});
