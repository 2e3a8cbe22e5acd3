/** A tiny MP4, box by box, for specs. */
export const box = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};

/** 32-bit integers. */
export const words = (...numbers: readonly number[]): Buffer => {
  const buffer = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, index) => buffer.writeInt32BE(number | 0, 4 * index));
  return buffer;
};

const UPRIGHT = [65536, 0, 0, 0, 65536, 0, 0, 0, 0x40000000];
const QUARTER_TURN = [0, 65536, 0, -65536, 0, 0, 0, 0, 0x40000000];

/** The brand of QuickTime. */
export const QUICKTIME = 'qt  ';

export type Film = Readonly<{
  width?: number;
  height?: number;
  turned?: boolean;
  codec?: string;
  brand?: string;
  /** In milliseconds. */
  duration?: number;
}>;

export const ftyp = (brand = 'isom') =>
  box('ftyp', Buffer.from(brand), words(512), Buffer.from(brand === QUICKTIME ? brand : 'isomavc1'));

/** Additional boxes in the index. */
type More = Readonly<{ moov?: readonly Buffer[]; trak?: readonly Buffer[]; stbl?: readonly Buffer[] }>;

export function moov(
  { width = 1280, height = 720, turned = false, codec = 'avc1', duration = 12_500 }: Film = {},
  extra: More = {},
): Buffer {
  const mvhd = box('mvhd', words(0, 0, 0, 1000, duration), Buffer.alloc(80));
  const matrix = turned ? QUARTER_TURN : UPRIGHT;
  const tkhd = box('tkhd', words(0, 0, 0, 1, 0, 12_500, 0, 0, 0, 0, ...matrix, width << 16, height << 16));
  const hdlr = box('hdlr', words(0, 0), Buffer.from('vide'), Buffer.alloc(13));
  const stsd = box('stsd', words(0, 1), box(codec, Buffer.alloc(78)));
  const mdia = box('mdia', hdlr, box('minf', box('stbl', stsd, ...(extra.stbl ?? []))));
  return box('moov', mvhd, box('trak', tkhd, ...(extra.trak ?? []), mdia), ...(extra.moov ?? []));
}

export const film = (options: Film = {}): Buffer =>
  Buffer.concat([ftyp(options.brand), moov(options), box('mdat', Buffer.alloc(64))]);

/** A video that states its place six times, in each way that cameras and programs use. Its index is in front. */
export function filmTakenAt(
  place: string,
  brand?: string,
): Readonly<{ bytes: Buffer; sample: Buffer; sampleAt: number }> {
  const placeBytes = Buffer.from(place);
  const sample = Buffer.from('what is seen');
  const xyz = box('\xa9xyz', Buffer.from('001215c7', 'hex'), placeBytes);
  const loci = box('loci', words(0), placeBytes);
  const keys = box('keys', words(0, 1), box('mdta', Buffer.from('com.apple.quicktime.location.ISO6709')));
  const ilst = box('ilst', words(0, 1), box('data', words(1, 0), placeBytes));
  const meta = box('meta', box('hdlr', words(0, 0), Buffer.from('mdta'), Buffer.alloc(13)), keys, ilst);
  const xmp = box('uuid', Buffer.alloc(16), Buffer.from('<x:xmpmeta>Ana '), placeBytes);
  const filmWith = (sampleAt: number) => {
    const stco = box('stco', words(0, 1, sampleAt));
    const index = moov(
      {},
      { stbl: [stco], trak: [box('udta', loci), meta], moov: [box('udta', xyz), meta, xmp] },
    );
    return Buffer.concat([ftyp(brand), index, xmp, box('mdat', sample)]);
  };
  const sampleAt = filmWith(0).length - sample.length;
  return { bytes: filmWith(sampleAt), sample, sampleAt };
}
