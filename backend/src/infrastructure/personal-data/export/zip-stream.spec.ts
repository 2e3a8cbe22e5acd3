import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import { readZip } from './testing/read-zip.ts';
import { zipOf, type ZipEntry } from './zip-stream.ts';

const AT = new Date('2030-01-01T12:00:00Z');
const PIECE = 64 * 1024;

const text = (path: string, ...pieces: string[]): ZipEntry => ({
  path,
  compress: true,
  open: () => Readable.from(pieces),
});
async function* entriesOf(...entries: readonly ZipEntry[]): AsyncGenerator<ZipEntry> {
  for (const entry of entries) yield await Promise.resolve(entry);
}
/** Counts how many of its pieces were read. */
function counted(pieces: number) {
  const state = { read: 0, closed: false };
  async function* bytes() {
    try {
      for (; state.read < pieces; state.read++) yield await Promise.resolve(Buffer.alloc(PIECE, state.read));
    } finally {
      state.closed = true;
    }
  }
  const entry: ZipEntry = { path: 'media/film.mp4', compress: false, open: () => Readable.from(bytes()) };
  return { state, entry };
}

it('contains every file unchanged, compressed or not', async () => {
  const bytes = Buffer.from(createHash('sha512').update('film').digest());
  const film: ZipEntry = { path: 'media/film.mp4', compress: false, open: () => Readable.from([bytes]) };
  const zip = await buffer(zipOf(entriesOf(text('a.json', '{', '}'), film, text('events/é.ndjson')), AT));
  const files = await readZip(zip);
  expect([...files.keys()]).toEqual(['a.json', 'media/film.mp4', 'events/é.ndjson']);
  expect(files.get('a.json')?.toString()).toBe('{}');
  expect(files.get('media/film.mp4')).toEqual(bytes);
});

it('reads its sources no faster than the recipient reads', async () => {
  const { state, entry } = counted(1000);
  const archive = zipOf(entriesOf(entry), AT);
  await once(archive, 'readable');
  // Gives the archive time to read more.
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
  expect(state.read).toBeLessThan(50);
  archive.destroy();
});

it('opens an entry only after the earlier ones were read', async () => {
  const opened: string[] = [];
  const { state, entry } = counted(1000);
  const next: ZipEntry = {
    ...text('next.json'),
    open: () => {
      opened.push('next.json');
      return Readable.from(['{}']);
    },
  };
  const archive = zipOf(entriesOf(entry, next), AT);
  await once(archive, 'readable');
  expect(opened).toEqual([]);
  await buffer(archive);
  expect([state.read, opened]).toEqual([1000, ['next.json']]);
});

it('stops reading its sources when the recipient stops', async () => {
  const { state, entry } = counted(1000);
  let isListClosed = false;
  async function* entries() {
    try {
      yield await Promise.resolve(entry);
      yield text('never.json');
    } finally {
      isListClosed = true;
    }
  }
  const archive = zipOf(entries(), AT);
  await once(archive, 'readable');
  archive.destroy();
  await once(archive, 'close');
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  expect({ ...state, isListClosed }).toMatchObject({ closed: true, isListClosed: true });
  expect(state.read).toBeLessThan(50);
});

it('fails when an entry fails, and when the list of entries fails', async () => {
  async function* broken(): AsyncGenerator<string> {
    yield await Promise.resolve('{');
    throw new Error('the database does not respond');
  }
  const entry: ZipEntry = { path: 'a.json', compress: true, open: () => Readable.from(broken()) };
  await expect(buffer(zipOf(entriesOf(entry), AT))).rejects.toThrow('the database does not respond');
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield await Promise.resolve(text('a.json', '{}'));
    throw new Error('the log does not respond');
  }
  await expect(buffer(zipOf(entries(), AT))).rejects.toThrow('the log does not respond');
});
