import { expect, it } from '@jest/globals';
import { base32, fromBase32 } from './base32.ts';
import { blobCid, recordCid } from './cid.ts';
import { dagCbor } from './dag-cbor.ts';
import { isTid, nextTid } from './tid.ts';

it('computes the known ids (CIDs) of the empty map and the empty file', () => {
  expect(recordCid({})).toBe('bafyreigbtj4x7ip5legnfznufuopl4sg4knzc2cof6duas4b3q2fy6swua');
  expect(blobCid('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')).toBe(
    'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku',
  );
});

it('computes the same id for a record in any order of its keys', () => {
  expect(recordCid({ b: 1, a: [true, null, -2] })).toBe(recordCid({ a: [true, null, -2], b: 1 }));
});

it('encodes lengths in the fewest bytes, sorts short keys first and encodes links as tag 42', () => {
  expect(dagCbor({ bb: 24, a: 500 }).toString('hex')).toBe('a261611901f46262621818');
  const link = 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku';
  expect(dagCbor({ $link: link }).subarray(0, 9).toString('hex')).toBe('d82a58250001551220');
});

it('refuses to encode fractions', () => {
  expect(() => dagCbor(0.5)).toThrow(TypeError);
});

it('decodes the base32 that it encodes', () => {
  const bytes = Buffer.from('0123456789abcdef', 'hex');
  expect(fromBase32(base32(bytes))).toEqual(bytes);
});

it('creates record keys that sort by time', () => {
  const keys = [nextTid(1_000), nextTid(1_000), nextTid(2_000)];
  expect(keys.every(isTid)).toBe(true);
  expect([...keys].sort()).toEqual(keys);
  expect(new Set(keys).size).toBe(3);
});
