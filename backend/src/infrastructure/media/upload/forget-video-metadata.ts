import type { FileHandle } from 'node:fs/promises';
import { ByteRanges, fillWithZeros, without, type ByteRange } from './byte-ranges.ts';
import { BOXES_MAX, BoxWalk, Mp4Inconsistent, type Box } from './mp4-boxes.ts';
import { addFragment } from './mp4-fragments.ts';
import { addSamples } from './mp4-samples.ts';

/**
 * Boxes with metadata that no player needs. `udta` holds data of cameras (`©xyz` and `loci` are the place, ISO/IEC 14496-12 section 8.10 and 3GPP
 * TS 26.244 section 8.10). `meta` holds the keys of Apple (`mdta`, with `com.apple.quicktime.location.ISO6709`). `uuid` holds data of programs,
 * such as XMP. `emsg` are messages between fragments, and `prft` holds the time of day of a fragment. Readers ignore `free` and `skip` (section
 * 8.1.2). Dash cameras keep their positions there, and in `gps `; editors leave deleted data there.
 */
const METADATA: ReadonlySet<string> = new Set([
  ...['udta', 'meta', 'uuid', '\xa9xyz', 'loci', 'emsg', 'prft'],
  ...['free', 'skip', 'gps '],
]);
/** Boxes that contain others, possibly those with metadata. */
const CONTAINERS: ReadonlySet<string> = new Set([
  'moov',
  'mdia',
  'minf',
  'edts',
  'moof',
  'traf',
  'mvex',
  'mfra',
]);
/** Boxes that begin with the times of creation and change (ISO/IEC 14496-12, sections 8.2.2, 8.3.2 and 8.4.2). */
const DATED: ReadonlySet<string> = new Set(['mvhd', 'tkhd', 'mdhd']);
/** Boxes that begin with the id of the track that they describe. */
const OF_TRACK: ReadonlySet<string> = new Set(['trex', 'sidx', 'tfra']);
/**
 * Tracks of picture and sound. All other tracks are removed. Cameras write their position into tracks of `meta` (`gpmd`, `mebx`, `camm`, `rtmd`), and drones
 * into subtitles (`text`, `sbtl`). A time code (`tmcd`) is often the time of day.
 */
const PLAYED: ReadonlySet<string> = new Set(['vide', 'soun']);

/**
 * Overwrites the metadata of a video: its maker, place and time, and all tracks except picture and sound. Each such box becomes a `free` one of the
 * same length, full of zeros. The samples of removed tracks become zeros too. Everything else stays where the tables of the video expect it. Data
 * within the picture or the sound stays.
 * @param file open for reading and writing
 * @returns false when the boxes are invalid or too many; the file is then unchanged
 */
export async function forgetVideoMetadata(file: FileHandle, size: number): Promise<boolean> {
  try {
    const survey = new Survey(new BoxWalk(file, BOXES_MAX));
    await survey.run(size);
    const samples = [...without(survey.forgotten, survey.kept, survey.media)];
    await fillWithZeros(file, samples);
    await fillWithZeros(file, survey.blanks);
    await fillWithZeros(file, survey.dates);
    for (const { at } of survey.blanks) await file.write(Buffer.from('free', 'latin1'), 0, 4, at + 4);
    return true;
  } catch (error) {
    if (error instanceof Mp4Inconsistent) return false;
    throw error;
  }
}

/** Finds the parts to overwrite. It only reads. */
class Survey {
  readonly blanks: Box[] = [];
  readonly dates: ByteRange[] = [];
  /** Samples of removed tracks, samples of kept tracks, and the ranges where samples may be. */
  readonly forgotten = new ByteRanges();
  readonly kept = new ByteRanges();
  readonly media = new ByteRanges();
  readonly #removedTracks: Box[] = [];
  readonly #keptTracks: Box[] = [];
  readonly #moofs: Box[] = [];
  readonly #ofTrack: Box[] = [];
  readonly #references: Box[] = [];

  constructor(private readonly walk: BoxWalk) {}

  /** @throws Mp4Inconsistent */
  async run(size: number): Promise<void> {
    const containers: Box[] = [{ type: 'file', at: 0, start: 0, end: size }];
    for (let box = containers.pop(); box; box = containers.pop()) {
      for (const inside of await this.walk.boxes(box)) {
        if (await this.#addBox(inside)) containers.push(inside);
      }
    }
    if (this.#removedTracks.length > 0) await this.#surveyTracks();
  }

  /** @returns whether to read inside the box as well */
  async #addBox(box: Box): Promise<boolean> {
    const { type } = box;
    if (type === 'trak') return this.#trak(box);
    if (METADATA.has(type)) this.blanks.push(box);
    else if (DATED.has(type)) await this.#date(box);
    else if (type === 'mdat') this.media.add(box.start, box.end);
    else if (type === 'tref') this.#references.push(box);
    else if (OF_TRACK.has(type)) this.#ofTrack.push(box);
    else if (type === 'moof') this.#moofs.push(box);
    return CONTAINERS.has(type);
  }

  async #trak(trak: Box): Promise<boolean> {
    const handler = await this.walk.find(trak, ['mdia', 'hdlr']);
    const kind = handler ? (await this.walk.read(handler.start, 12)).toString('latin1', 8) : '';
    const isKept = PLAYED.has(kind);
    (isKept ? this.#keptTracks : this.#removedTracks).push(trak);
    return isKept;
  }

  async #date({ start, end }: Box): Promise<void> {
    const [version] = await this.walk.read(start, 1);
    const to = start + 4 + (version === 1 ? 16 : 8);
    if (to > end) throw new Mp4Inconsistent();
    this.dates.push({ start: start + 4, end: to });
  }

  async #surveyTracks(): Promise<void> {
    const ids = new Set<number>();
    for (const trak of this.#removedTracks) {
      await addSamples(this.walk, trak, this.forgotten);
      const header = await this.walk.find(trak, ['tkhd']);
      if (header) ids.add(await this.#idOf(header));
    }
    for (const trak of this.#keptTracks) await addSamples(this.walk, trak, this.kept);
    const sizes = new Map<number, number>();
    for (const box of this.#ofTrack) {
      const [, id = 0, , , size = 0] = await this.walk.words(box, box.type === 'trex' ? 5 : 2);
      if (ids.has(id)) this.blanks.push(box);
      if (box.type === 'trex') sizes.set(id, size);
    }
    const rangesOf = (forgotten: boolean) => (forgotten ? this.forgotten : this.kept);
    const trafs: Box[] = [];
    for (const moof of this.#moofs)
      trafs.push(...(await addFragment(this.walk, moof, { forgotten: ids, sizes, rangesOf })));
    this.blanks.push(...this.#removedTracks, ...trafs, ...this.#references);
  }

  async #idOf(tkhd: Box): Promise<number> {
    const [version] = await this.walk.read(tkhd.start, 1);
    const words = await this.walk.words(tkhd, version === 1 ? 6 : 4);
    return words.at(-1) ?? 0;
  }
}
