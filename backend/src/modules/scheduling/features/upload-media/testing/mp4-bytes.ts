/** A tiny MP4, box by box, for specs. */
export const box = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};

const words = (...numbers: readonly number[]): Buffer => {
  const buffer = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, index) => buffer.writeInt32BE(number | 0, 4 * index));
  return buffer;
};

const UPRIGHT = [65536, 0, 0, 0, 65536, 0, 0, 0, 0x40000000];
const QUARTER_TURN = [0, 65536, 0, -65536, 0, 0, 0, 0, 0x40000000];

export type Film = Readonly<{
  width?: number;
  height?: number;
  turned?: boolean;
  codec?: string;
  brand?: string;
}>;

export const ftyp = (brand = 'isom') => box('ftyp', Buffer.from(brand), words(512), Buffer.from('isomavc1'));

export function moov({ width = 1280, height = 720, turned = false, codec = 'avc1' }: Film = {}): Buffer {
  const mvhd = box('mvhd', words(0, 0, 0, 1000, 12_500), Buffer.alloc(80));
  const matrix = turned ? QUARTER_TURN : UPRIGHT;
  const tkhd = box('tkhd', words(0, 0, 0, 1, 0, 12_500, 0, 0, 0, 0, ...matrix, width << 16, height << 16));
  const hdlr = box('hdlr', words(0, 0), Buffer.from('vide'), Buffer.alloc(13));
  const stsd = box('stsd', words(0, 1), box(codec, Buffer.alloc(78)));
  return box('moov', mvhd, box('trak', tkhd, box('mdia', hdlr, box('minf', box('stbl', stsd)))));
}

export const film = (wanted: Film = {}): Buffer =>
  Buffer.concat([ftyp(wanted.brand), moov(wanted), box('mdat', Buffer.alloc(64))]);
