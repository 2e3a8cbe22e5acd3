import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { forgetVideoMetadata } from './forget-video-metadata.ts';
import { readMp4 } from './mp4.ts';
import { box, words } from './testing/mp4-bytes.ts';
import {
  filmOf,
  fragmentedFilmOf,
  TAKEN_AT,
  trak,
  type Base,
  type MadeFilm,
  type MadeTrack,
} from './testing/mp4-tracks.ts';

const PLACE = '48.8566N2.3522E';
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-timed-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function forget(bytes: Buffer) {
  const path = join(folder, 'film');
  await writeFile(path, bytes);
  const file = await open(path, 'r+');
  try {
    const isDone = await forgetVideoMetadata(file, bytes.length);
    return { isDone, after: await readFile(path), media: await readMp4(file, bytes.length) };
  } finally {
    await file.close();
  }
}

const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => Buffer.from(`${name} ${'.'.repeat(index)}${String(index)};`));
const picture: MadeTrack = { handler: 'vide', samples: numbered('picture', 7) };
const sound: MadeTrack = { handler: 'soun', samples: numbered('sound', 5) };
const locations = (handler = 'meta'): MadeTrack => ({
  handler,
  samples: numbered('', 6).map((sample) => Buffer.concat([Buffer.from(PLACE), sample])),
});

/** All samples of a video, according to its own tables. */
const samplesIn = ({ places: at }: MadeFilm, bytes: Buffer, tracks: readonly MadeTrack[]) =>
  tracks.map(({ samples }, track) =>
    samples.map(({ length }, index) => {
      const start = at[track]?.[index] ?? NaN;
      return bytes.subarray(start, start + length).toString();
    }),
  );
const samplesAfter = (tracks: readonly MadeTrack[], forgotten: readonly number[]) =>
  tracks.map(({ samples }, track) =>
    samples.map((sample) => (forgotten.includes(track) ? '\0'.repeat(sample.length) : sample.toString())),
  );
const containsPlace = (bytes: Buffer) => bytes.toString('latin1').includes(PLACE);

const HANDLERS = ['meta', 'camm', 'data', 'text', 'sbtl', 'subt', 'clcp', 'tmcd', 'hint', '\0\0\0\0'];
it.each(HANDLERS)('removes the locations in a separate track of a video (%j)', async (handler) => {
  const tracks = [picture, locations(handler), sound];
  const film = filmOf(...tracks);
  expect(containsPlace(film.bytes)).toBe(true);
  const { isDone, after, media } = await forget(film.bytes);
  expect([isDone, containsPlace(after)]).toEqual([true, false]);
  expect(samplesIn(film, after, tracks)).toEqual(samplesAfter(tracks, [1]));
  expect(after.toString('latin1').split('trak')).toHaveLength(3);
  expect(media).toEqual({ width: 1280, height: 720, durationSeconds: 12.5, codec: 'avc1', sound: 'mp4a' });
});

const long = { ...locations(), samples: locations().samples.map((sample) => sample.subarray(0, 15)) };
const tiny: MadeTrack = { handler: 'meta', samples: PLACE.split('').map((letter) => Buffer.from(letter)) };
const tables: readonly [string, MadeTrack][] = [
  ['64 bit offsets', { ...locations(), wideOffsets: true }],
  ['several samples in a chunk, fewer in the last', { ...locations(), samplesPerChunk: 4 }],
  ['all samples in one chunk', { ...locations(), samplesPerChunk: 6 }],
  ['samples of one length', { ...long, sizes: 'same' }],
  ['lengths of 16 bits', { ...locations(), sizes: 16 }],
  ['lengths of 8 bits', { ...locations(), sizes: 8 }],
  ['lengths of 4 bits', { ...tiny, sizes: 4, samplesPerChunk: 5 }],
];
it.each(tables)('finds the locations in tables with %s', async (_what, track) => {
  const tracks = [picture, track, { ...sound, wideOffsets: true, sizes: 16 as const }];
  const film = filmOf(...tracks);
  const { isDone, after } = await forget(film.bytes);
  expect([isDone, containsPlace(after)]).toEqual([true, false]);
  expect(samplesIn(film, after, tracks)).toEqual(samplesAfter(tracks, [1]));
});

it('finds the ends of samples that are longer than one read', async () => {
  const samples = [1, 2, 3].map((count) => Buffer.from(PLACE.repeat(count * 9_000)));
  const frames = [3, 1, 2].map((count) => Buffer.alloc(count * 70_001, count));
  const tracks = [
    { ...picture, samples: frames },
    { ...locations(), samples },
  ];
  const film = filmOf(...tracks);
  const { after } = await forget(film.bytes);
  expect(containsPlace(after)).toBe(false);
  expect(samplesIn(film, after, tracks)).toEqual(samplesAfter(tracks, [1]));
});

it('removes the time of the recording from a video', async () => {
  const film = filmOf(picture, sound);
  const recordedAt = words(TAKEN_AT);
  expect(film.bytes.includes(recordedAt)).toBe(true);
  const { after } = await forget(film.bytes);
  expect(after.includes(recordedAt)).toBe(false);
  expect(samplesIn(film, after, [picture, sound])).toEqual(samplesAfter([picture, sound], []));
});

it('removes references of other tracks to a removed track', async () => {
  const tref = box('tref', box('cdsc', words(2)));
  const { after } = await forget(filmOf({ ...picture, more: [tref] }, locations()).bytes);
  expect(after.includes('tref')).toBe(false);
  const alone = await forget(filmOf({ ...picture, more: [tref] }, sound).bytes);
  expect(alone.after.includes('tref')).toBe(true);
});

const BASES: readonly Base[] = ['moof', 'explicit', 'implicit'];
it.each(BASES)('removes the locations in each fragment of a video (%s)', async (base) => {
  const tracks = [picture, sound, locations()];
  const film = fragmentedFilmOf(base, ...tracks);
  expect(samplesIn(film, film.bytes, tracks)).toEqual(samplesAfter(tracks, []));
  const { isDone, after } = await forget(film.bytes);
  expect([isDone, containsPlace(after)]).toEqual([true, false]);
  expect(samplesIn(film, after, tracks)).toEqual(samplesAfter(tracks, [2]));
  for (const [name, count] of Object.entries({ trak: 2, trex: 2, traf: 14, sidx: 2, tfra: 2 }))
    expect([name, after.toString('latin1').split(name).length - 1]).toEqual([name, count]);
});

it('reads the length of samples from the index when a fragment omits it', async () => {
  const tracks = [picture, { ...long, sizes: 'same' as const }];
  const film = fragmentedFilmOf('moof', ...tracks);
  const { after } = await forget(film.bytes);
  expect(samplesIn(film, after, tracks)).toEqual(samplesAfter(tracks, [1]));
});

it('refuses a fragment whose picture begins where a removed track ends, because the picture would be lost', async () => {
  const film = fragmentedFilmOf('implicit', locations(), picture);
  const { isDone, after } = await forget(film.bytes);
  expect([isDone, after]).toEqual([false, film.bytes]);
});

/** A video with a wrong number in a table of its track of locations. */
function filmWithWrong(table: string, at: number, number: number): Buffer {
  const { bytes } = filmOf(picture, locations(), sound);
  const second = bytes.indexOf(table, bytes.indexOf('gpmd'));
  bytes.writeUInt32BE(number, second + 4 + at);
  return bytes;
}

it('does not change the picture when the track of locations lists bytes of the picture as samples', async () => {
  const film = filmOf(picture, locations(), sound);
  const frame = film.places[0]?.[3] ?? NaN;
  const { isDone, after } = await forget(filmWithWrong('stco', 8, frame - 2));
  expect(isDone).toBe(true);
  expect(samplesIn(film, after, [picture])).toEqual(samplesAfter([picture], []));
});

const wrongTables: readonly [string, () => Buffer][] = [
  ['samples in the index', () => filmWithWrong('stco', 8, 40)],
  ['samples after the end of the file', () => filmWithWrong('stco', 8, 0x7fffffff)],
  ['a sample longer than the media', () => filmWithWrong('stsz', 12, 0x7fffffff)],
  ['more offsets than the table has', () => filmWithWrong('stco', 4, 0x7fffffff)],
  ['more lengths than the table has', () => filmWithWrong('stsz', 8, 0x7fffffff)],
  ['more runs than the table has', () => filmWithWrong('stsc', 4, 0x7fffffff)],
  ['chunks that do not begin with the first', () => filmWithWrong('stsc', 8, 2)],
  ['no table of lengths', () => filmWithWrong('stsz', -4, 0x78787878)],
];
it.each(wrongTables)(
  'refuses a video whose track of locations has %s, and leaves the file unchanged',
  async (_what, filmBytes) => {
    const bytes = filmBytes();
    const { isDone, after } = await forget(bytes);
    expect([isDone, after]).toEqual([false, bytes]);
  },
);

/** A video with a track of locations, and a track of sound with the given tables. */
function filmWithSound(...tables: readonly Buffer[]): Buffer {
  const { bytes } = filmOf(picture, locations());
  const added = trak(3, sound, box('stbl', ...tables));
  const at = bytes.indexOf('moov') - 4;
  const length = bytes.readUInt32BE(at);
  bytes.writeUInt32BE(length + added.length, at);
  // `mdat` follows `moov`, so the samples move, and with them the offsets of the other tracks.
  for (let stco = bytes.indexOf('stco'); stco >= 0; stco = bytes.indexOf('stco', stco + 1)) {
    for (let index = 0; index < bytes.readUInt32BE(stco + 8); index++) {
      const offset = stco + 12 + 4 * index;
      bytes.writeUInt32BE(bytes.readUInt32BE(offset) + added.length, offset);
    }
  }
  return Buffer.concat([bytes.subarray(0, at + length), added, bytes.subarray(at + length)]);
}
const each = (chunk: number) => box('stsc', words(0, 1, 1, chunk, 1));
const chunksOf = (count: number) => {
  const stco = box('stco', words(0, count), Buffer.alloc(4 * count));
  for (let index = 0; index < count; index++) stco.writeUInt32BE(100 + 2 * index, 16 + 4 * index);
  return [each(1), box('stsz', words(0, 1, count)), stco];
};
const samplesOf = (count: number) => [
  each(count),
  box('stz2', words(0, 4, count), Buffer.alloc(count / 2)),
  box('stco', words(0, 1, 100)),
];

const amounts: readonly [string, (count: number) => Buffer[], number][] = [
  ['chunks', chunksOf, 500_002],
  ['samples', samplesOf, 5_000_000],
];
it.each(amounts)('refuses a video with more %s than any camera writes', async (_what, tables, count) => {
  const { isDone, after } = await forget(filmWithSound(...tables(1_000)));
  expect([isDone, containsPlace(after)]).toEqual([true, false]);
  expect((await forget(filmWithSound(...tables(count)))).isDone).toBe(false);
});
