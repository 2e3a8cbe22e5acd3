import type { FileHandle } from 'node:fs/promises';
import { BOXES_MAX, BoxWalk, Mp4Inconsistent, type Box } from './mp4-boxes.ts';

export type Mp4 = Readonly<{
  width: number;
  height: number;
  /** Null if the file does not state it, as in a fragmented video. */
  durationSeconds: number | null;
  codec: string;
  /** Codec of the first sound track; null when there is none. */
  sound: string | null;
}>;
type Track = Readonly<{ kind: string; width: number; height: number; codec: string }>;

/** Reads the data of an MP4 or QuickTime file from the heads of its boxes. `sound`: the file has sound but no picture. Null: it is not such a file. */
export function readMp4(file: FileHandle, size: number): Promise<Mp4 | 'sound' | null> {
  return read(new Walk(file, BOXES_MAX), size).catch((error: unknown) => {
    if (error instanceof Mp4Inconsistent) return null;
    throw error;
  });
}

async function read(walk: Walk, size: number): Promise<Mp4 | 'sound' | null> {
  const boxes = await walk.boxes({ start: 0, end: size });
  const [first] = boxes;
  if (first?.type !== 'ftyp') return null;
  const moov = boxes.find(({ type }) => type === 'moov');
  const hasMedia = boxes.some(({ type }) => type === 'mdat' || type === 'moof');
  if (!moov || !hasMedia) return null;
  const inside = await walk.boxes(moov);
  const header = inside.find(({ type }) => type === 'mvhd');
  if (!header) return null;
  const tracks: Track[] = [];
  for (const trak of inside.filter(({ type }) => type === 'trak')) {
    const track = await walk.track(trak);
    if (track) tracks.push(track);
  }
  const picture = tracks.find(({ kind, width, height }) => kind === 'vide' && width > 0 && height > 0);
  const sound = tracks.find(({ kind }) => kind === 'soun')?.codec ?? null;
  if (!picture) return sound === null || tracks.some(({ kind }) => kind === 'vide') ? null : 'sound';
  const { width, height, codec } = picture;
  return { width, height, codec, sound, durationSeconds: await walk.duration(header) };
}

class Walk extends BoxWalk {
  async duration({ start, end }: Box): Promise<number | null> {
    const body = await this.read(start, Math.min(end - start, 32));
    const wide = body[0] === 1;
    if (body.length < (wide ? 32 : 20)) return null;
    const scale = body.readUInt32BE(wide ? 20 : 12);
    // All bits set: the length is unknown (ISO/IEC 14496-12, section 8.2.2).
    const unknown = wide ? 2 ** 64 : 2 ** 32 - 1;
    const duration = wide ? Number(body.readBigUInt64BE(24)) : body.readUInt32BE(16);
    return scale === 0 || duration === 0 || duration === unknown ? null : duration / scale;
  }

  async track(trak: Box): Promise<Track | null> {
    const header = await this.find(trak, ['tkhd']);
    const handler = await this.find(trak, ['mdia', 'hdlr']);
    const samples = await this.find(trak, ['mdia', 'minf', 'stbl', 'stsd']);
    if (!header || !handler || !samples) return null;
    const kind = (await this.read(handler.start, 12)).toString('latin1', 8, 12);
    const codec = (await this.read(samples.start, 16)).toString('latin1', 12, 16);
    return {
      kind,
      codec: /^[\w.-]{4}$/u.test(codec) ? codec : 'unknown',
      ...(await this.shownSize(header)),
    };
  }

  /** Width and height as shown: a quarter turn in the matrix swaps them. */
  async shownSize({ start, end }: Box): Promise<{ width: number; height: number }> {
    const body = await this.read(start, Math.min(end - start, 96));
    const matrix = body[0] === 1 ? 52 : 40;
    if (body.length < matrix + 44) return { width: 0, height: 0 };
    const width = Math.round(body.readUInt32BE(matrix + 36) / 65536);
    const height = Math.round(body.readUInt32BE(matrix + 40) / 65536);
    const turned = body.readInt32BE(matrix) === 0 && body.readInt32BE(matrix + 4) !== 0;
    return turned ? { width: height, height: width } : { width, height };
  }
}
