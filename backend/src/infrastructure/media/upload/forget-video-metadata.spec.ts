import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { forgetVideoMetadata } from './forget-video-metadata.ts';
import { readMp4 } from './mp4.ts';
import { box, filmTakenAt, ftyp, moov } from './testing/mp4-bytes.ts';

const PLACE = '+48.8566+002.3522/';
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-film-'));
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

it('removes the location and the author of a video everywhere in the file', async () => {
  const { bytes } = filmTakenAt(PLACE);
  expect(bytes.toString('latin1').split(PLACE)).toHaveLength(7);
  const { isDone, after } = await forget(bytes);
  expect(isDone).toBe(true);
  const text = after.toString('latin1');
  for (const word of [PLACE, 'location', 'Ana', 'udta', '\xa9xyz', 'loci', 'meta', 'uuid'])
    expect(text).not.toContain(word);
});

it('leaves every played byte at its offset', async () => {
  const { bytes, sampleAt, sample } = filmTakenAt(PLACE);
  const { after, media } = await forget(bytes);
  expect(after).toHaveLength(bytes.length);
  const chunkOffset = after.readUInt32BE(after.indexOf('stco') + 12);
  expect(chunkOffset).toBe(sampleAt);
  expect(after.subarray(chunkOffset, chunkOffset + sample.length)).toEqual(sample);
  expect(media).toEqual({ width: 1280, height: 720, durationSeconds: 12.5, codec: 'avc1', sound: null });
});

it('removes the metadata of a video with zeros after its last box, and keeps the zeros', async () => {
  const bytes = Buffer.concat([filmTakenAt(PLACE).bytes, Buffer.alloc(4)]);
  const { isDone, after } = await forget(bytes);
  expect(isDone).toBe(true);
  expect(after.toString('latin1')).not.toContain(PLACE);
  expect(after).toHaveLength(bytes.length);
});

it('changes nothing in a video without metadata', async () => {
  const film = Buffer.concat([ftyp(), moov(), box('mdat', Buffer.from('udta meta uuid'))]);
  const { isDone, after } = await forget(film);
  expect([isDone, after]).toEqual([true, film]);
});

it('refuses a video with invalid boxes, because its metadata cannot be found', async () => {
  const torn = box('trak', Buffer.from('00000fff', 'hex'), Buffer.from('udta'), Buffer.from(PLACE));
  expect((await forget(Buffer.concat([ftyp(), box('moov', torn), box('mdat')]))).isDone).toBe(false);
});

it.each(['free', 'skip', 'gps '])(
  'removes the camera data in a box %j, which no player uses',
  async (type) => {
    const hidden = box(type, Buffer.from(`GPS ${PLACE}`));
    const { isDone, after } = await forget(
      Buffer.concat([ftyp(), moov({}, { moov: [hidden] }), hidden, box('mdat', Buffer.from('what is seen'))]),
    );
    expect(isDone).toBe(true);
    expect(after.toString('latin1')).not.toContain(PLACE);
    expect(after.toString('latin1')).toContain('what is seen');
  },
);
