import { box, ftyp, words } from './mp4-bytes.ts';

export type MadeTrack = Readonly<{
  handler: string;
  samples: readonly Buffer[];
  /** The length of numbers in its table of sample sizes; by default 32 bits for each. */
  sizes?: 32 | 16 | 8 | 4 | 'same';
  wideOffsets?: boolean;
  samplesPerChunk?: number;
  /** Additional boxes in the index next to the tables. */
  more?: readonly Buffer[];
}>;
/** `places`: for each track the start of each sample. */
export type MadeFilm = Readonly<{ bytes: Buffer; places: readonly (readonly number[])[] }>;

/** The day on which a video was taken, in seconds since 1904. It must not stay in the video. */
export const TAKEN_AT = 0xe1a2b3c4;

const words16 = (...numbers: readonly number[]) => Buffer.from(numbers.flatMap((n) => [n >> 8, n & 255]));
const codecs: Readonly<Record<string, string>> = { vide: 'avc1', soun: 'mp4a', meta: 'gpmd' };

function sizesOf({ samples, sizes = 32 }: MadeTrack): Buffer {
  const lengths = samples.map(({ length }) => length);
  if (sizes === 'same') return box('stsz', words(0, lengths[0] ?? 0, lengths.length));
  if (sizes === 32) return box('stsz', words(0, 0, lengths.length, ...lengths));
  const numbers =
    sizes === 16
      ? words16(...lengths)
      : sizes === 8
        ? Buffer.from(lengths)
        : Buffer.from(
            (lengths.map((n) => n.toString(16)).join('') + '0').slice(0, 2 * Math.ceil(lengths.length / 2)),
            'hex',
          );
  return box('stz2', words(0, sizes, lengths.length), numbers);
}

function tablesOf(track: MadeTrack, chunks: readonly number[]): Buffer {
  const { handler, samples, samplesPerChunk = 1, wideOffsets = false } = track;
  const last = samples.length % samplesPerChunk;
  const runs = [1, samplesPerChunk, 1, ...(last > 0 && chunks.length > 1 ? [chunks.length, last, 1] : [])];
  return box(
    'stbl',
    box('stsd', words(0, 1), box(codecs[handler] ?? 'mett', Buffer.alloc(78))),
    box('stsc', words(0, runs.length / 3, ...runs)),
    sizesOf(track),
    wideOffsets
      ? box('co64', words(0, chunks.length, ...chunks.flatMap((at) => [0, at])))
      : box('stco', words(0, chunks.length, ...chunks)),
  );
}

const upright = [65536, 0, 0, 0, 65536, 0, 0, 0, 0x40000000, 1280 << 16, 720 << 16];
export const trak = (id: number, { handler, more = [] }: MadeTrack, tables: Buffer): Buffer =>
  box(
    'trak',
    box('tkhd', words(0, TAKEN_AT, TAKEN_AT, id, 0, 12_500, 0, 0, 0, 0, ...upright)),
    ...more,
    box(
      'mdia',
      box('mdhd', words(1 << 24, 0, TAKEN_AT, 0, TAKEN_AT, 1000, 0, 12_500, 0)),
      box('hdlr', words(0, 0), Buffer.from(handler), Buffer.alloc(13)),
      box('minf', tables),
    ),
  );
const mvhd = () => box('mvhd', words(0, TAKEN_AT, TAKEN_AT, 1000, 12_500), Buffer.alloc(80));

/** A video whose tracks alternate in `mdat`, one chunk each; the index is in front. */
export function filmOf(...tracks: readonly MadeTrack[]): MadeFilm {
  const places = tracks.map(() => [] as number[]);
  const chunks = tracks.map(() => [] as number[]);
  const media: Buffer[] = [];
  const layOut = (mediaAt: number) => {
    let at = mediaAt;
    for (const list of [...places, ...chunks, media]) list.length = 0;
    for (let turn = 0; tracks.some(({ samples }) => turn < samples.length); turn++) {
      tracks.forEach(({ samples, samplesPerChunk = 1 }, index) => {
        const sample = samples[turn];
        // Chunks alternate by samples. A chunk of several samples begins with its first.
        if (!sample || turn % samplesPerChunk > 0) return;
        chunks[index]?.push(at);
        for (const one of samples.slice(turn, turn + samplesPerChunk)) {
          places[index]?.push(at);
          media.push(one);
          at += one.length;
        }
      });
    }
    const traks = tracks.map((track, index) => trak(index + 1, track, tablesOf(track, chunks[index] ?? [])));
    return Buffer.concat([ftyp(), box('moov', mvhd(), ...traks), box('mdat', ...media)]);
  };
  const length = layOut(0).length;
  return { bytes: layOut(length - media.reduce((sum, one) => sum + one.length, 0)), places };
}

/** How a fragment states the start of its samples (ISO/IEC 14496-12, section 8.8.7). */
export type Base = 'moof' | 'explicit' | 'implicit';

/** A video with one fragment for each sample; `sizes: 'same'` leaves their length to `trex`. */
export function fragmentedFilmOf(base: Base, ...tracks: readonly MadeTrack[]): MadeFilm {
  const places = tracks.map(() => [] as number[]);
  const empty = (track: MadeTrack) => tablesOf({ ...track, samples: [], sizes: 32 }, []);
  const trex = tracks.map(({ samples }, index) =>
    box('trex', words(0, index + 1, 1, 0, samples[0]?.length ?? 0, 0)),
  );
  const traks = tracks.map((track, index) => trak(index + 1, track, empty(track)));
  const sidx = tracks.map((_, index) => box('sidx', words(0, index + 1, 1000, 0, 0, 0)));
  const parts = [ftyp(), box('moov', mvhd(), ...traks, box('mvex', ...trex)), ...sidx];
  const turns = Math.max(...tracks.map(({ samples }) => samples.length));
  for (let turn = 0; turn < turns; turn++) {
    const moofAt = parts.reduce((sum, { length }) => sum + length, 0);
    const fragment = (mediaAt: number) => {
      let at = mediaAt;
      const trafs = tracks.map(({ samples, sizes }, index) => {
        const length = samples[turn]?.length ?? 0;
        const tfhd = box(
          'tfhd',
          base === 'explicit' ? words(1, index + 1, 0, at) : words(base === 'moof' ? 0x20000 : 0, index + 1),
        );
        const offset =
          base === 'moof' ? at - moofAt : index === 0 && base === 'implicit' ? at - moofAt : null;
        const flags = (offset === null ? 0 : 1) | (sizes === 'same' ? 0 : 0x300);
        const trun = box(
          'trun',
          words(
            flags,
            samples[turn] ? 1 : 0,
            ...(offset === null ? [] : [offset]),
            ...(sizes === 'same' ? [] : [40, length]),
          ),
        );
        if (mediaAt > 0) places[index]?.push(at);
        at += length;
        return box('traf', tfhd, trun);
      });
      return box('moof', box('mfhd', words(0, turn + 1)), ...trafs);
    };
    const head = fragment(0).length;
    const samples = tracks.map((track) => track.samples[turn] ?? Buffer.alloc(0));
    parts.push(fragment(moofAt + head + 8), box('mdat', ...samples));
  }
  const tfra = tracks.map((_, index) => box('tfra', words(0, index + 1, 0, 0)));
  return { bytes: Buffer.concat([...parts, box('mfra', ...tfra)]), places };
}
