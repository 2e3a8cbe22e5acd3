import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readMp4 } from './mp4.ts';
import { box, film, ftyp, moov, words } from './testing/mp4-bytes.ts';
import { filmOf } from './testing/mp4-tracks.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-mp4-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function read(bytes: Buffer) {
  const path = join(folder, 'film');
  await writeFile(path, bytes);
  const file = await open(path);
  try {
    return await readMp4(file, bytes.length);
  } finally {
    await file.close();
  }
}

it('reads size, length and codec', async () => {
  expect(await read(film())).toEqual({
    width: 1280,
    height: 720,
    durationSeconds: 12.5,
    codec: 'avc1',
    sound: null,
  });
});

it.each([0, 0xff_ff_ff_ff])('takes the length %d for unknown', async (duration) => {
  expect(await read(film({ duration }))).toMatchObject({ width: 1280, durationSeconds: null });
});

it('accepts the index at the end as well as at the beginning', async () => {
  const indexLast = Buffer.concat([ftyp(), box('mdat', Buffer.alloc(64)), moov()]);
  expect(await read(indexLast)).toMatchObject({ width: 1280 });
});

it('reads a QuickTime video with the empty box that cameras write before the media', async () => {
  const wide = Buffer.concat([box('ftyp', Buffer.from('qt  ')), box('wide'), box('mdat'), moov()]);
  expect(await read(wide)).toMatchObject({ width: 1280, durationSeconds: 12.5 });
});

it('swaps width and height of a video that was recorded upright', async () => {
  expect(await read(film({ turned: true }))).toMatchObject({ width: 720, height: 1280 });
});

it.each(['M4V ', 'M4VP', '3gp5', '3g2a', '3gs7', 'F4V ', 'mmp4', 'XAVC', 'iso9', 'what'])(
  'reads a video of the brand %j',
  async (brand) => {
    const bytes = Buffer.concat([box('ftyp', Buffer.from(brand), words(1)), moov(), box('mdat')]);
    expect(await read(bytes)).toMatchObject({ width: 1280, codec: 'avc1' });
  },
);

it('reports a file with sound and no picture', async () => {
  const { bytes } = filmOf({ handler: 'soun', samples: [Buffer.from('la')] });
  expect(await read(bytes)).toBe('sound');
});

it('returns the codec of the sound', async () => {
  const picture = { handler: 'vide', samples: [Buffer.from('seen')] };
  const { bytes } = filmOf(picture, { handler: 'soun', samples: [Buffer.from('la')] });
  expect(await read(bytes)).toMatchObject({ codec: 'avc1', sound: 'mp4a' });
});

it.each([1, 3, 4, 7, 8, 12, 100])('accepts %s zeros after the last box', async (zeros) => {
  expect(await read(Buffer.concat([film(), Buffer.alloc(zeros)]))).toMatchObject({ width: 1280 });
});

it('accepts zeros that end a list within a box', async () => {
  const bytes = Buffer.concat([ftyp(), moov({}, { moov: [Buffer.alloc(4)] }), box('mdat')]);
  expect(await read(bytes)).toMatchObject({ width: 1280 });
});

it('reads a video with thousands of fragments', async () => {
  const fragments = Array.from({ length: 5_000 }, () => [box('moof'), box('mdat')]).flat();
  expect(await read(Buffer.concat([ftyp(), moov(), ...fragments]))).toMatchObject({ width: 1280 });
});

const broken: readonly [string, Buffer][] = [
  ['an empty file', Buffer.alloc(0)],
  ['text', Buffer.from('<html><script>alert(1)</script></html>')],
  ['a file without an index', Buffer.concat([ftyp(), box('mdat', Buffer.alloc(64))])],
  ['a file without media', Buffer.concat([ftyp(), moov()])],
  ['a file without a picture', Buffer.concat([ftyp(), moov({ width: 0 }), box('mdat')])],
  ['a QuickTime video without its brand', Buffer.concat([moov(), box('mdat')])],
  ['a video with bytes after its last box', Buffer.concat([film(), Buffer.from('more')])],
  ['an index that was cut off', film().subarray(0, 300)],
  [
    'a video with 40,000 empty boxes',
    Buffer.concat([ftyp(), ...Array.from({ length: 40_000 }, () => box('free')), moov(), box('mdat')]),
  ],
  [
    'a box that claims more bytes than the file has',
    Buffer.concat([ftyp(), Buffer.from('7fffffff', 'hex'), Buffer.from('moov')]),
  ],
  [
    'a box shorter than its head',
    Buffer.concat([ftyp(), Buffer.from('00000004', 'hex'), Buffer.from('moov'), moov()]),
  ],
];

it.each(broken)('does not accept %s as a video', async (_what, bytes) => {
  expect(await read(bytes)).toBeNull();
});
