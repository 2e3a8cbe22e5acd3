import { isObject } from '../../http/json.ts';
import { fromBase32 } from './base32.ts';

const CID_TAG = 42;

/**
 * The canonical binary form of a record (DAG-CBOR): shortest heads, keys sorted by length and then by bytes, links as tag 42.
 * @throws TypeError for a number that is not an integer, which the data model forbids
 */
export function dagCbor(value: unknown): Buffer {
  if (value === null) return Buffer.from([0xf6]);
  if (typeof value === 'boolean') return Buffer.from([value ? 0xf5 : 0xf4]);
  if (typeof value === 'string') return textual(value);
  if (typeof value === 'number') return integer(value);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(dagCbor)]);
  if (!isObject(value)) throw new TypeError('A record holds JSON only');
  return linkOf(value) ?? map(value);
}

const textual = (text: string): Buffer => {
  const bytes = Buffer.from(text);
  return Buffer.concat([head(3, bytes.length), bytes]);
};

function integer(value: number): Buffer {
  if (!Number.isSafeInteger(value)) throw new TypeError('A record holds no fractions');
  return value < 0 ? head(1, -1 - value) : head(0, value);
}

function linkOf(value: Record<string, unknown>): Buffer | null {
  const { $link: link, $bytes: bytes } = value;
  if (Object.keys(value).length !== 1) return null;
  if (typeof bytes === 'string') {
    const raw = Buffer.from(bytes, 'base64');
    return Buffer.concat([head(2, raw.length), raw]);
  }
  if (typeof link !== 'string' || !link.startsWith('b')) return null;
  const raw = fromBase32(link.slice(1));
  if (!raw) throw new TypeError('A link is no content id');
  return Buffer.concat([head(6, CID_TAG), head(2, raw.length + 1), Buffer.from([0]), raw]);
}

function map(value: Record<string, unknown>): Buffer {
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .map(([key, item]) => ({ key: Buffer.from(key), name: textual(key), item }))
    .sort((a, b) => a.key.length - b.key.length || Buffer.compare(a.key, b.key));
  return Buffer.concat([
    head(5, entries.length),
    ...entries.flatMap(({ name, item }) => [name, dagCbor(item)]),
  ]);
}

/**
 * The first bytes of an item: its type and a count, in the fewest bytes.
 * @param kind the major type of CBOR: 0 or 1 for an integer, 2 for bytes, 3 for a text, 4 for a list, 5 for a map, 6 for a tag
 */
function head(kind: number, count: number): Buffer {
  const first = kind << 5;
  if (count < 24) return Buffer.from([first | count]);
  if (count < 0x100) return Buffer.from([first | 24, count]);
  if (count < 0x10000) return Buffer.from([first | 25, count >> 8, count & 255]);
  const has32Bits = count < 0x100000000;
  const bytes = Buffer.alloc(has32Bits ? 5 : 9, first | (has32Bits ? 26 : 27));
  if (has32Bits) bytes.writeUInt32BE(count, 1);
  else bytes.writeBigUInt64BE(BigInt(count), 1);
  return bytes;
}
