import { createHash } from 'node:crypto';
import { base32 } from './base32.ts';
import { dagCbor } from './dag-cbor.ts';

const DAG_CBOR = 0x71;
const RAW = 0x55;

/** A CID of version 1 with a SHA-256 digest (0x12) of 32 bytes (0x20). */
const cid = (codec: number, sha256: Buffer): string =>
  `b${base32(Buffer.concat([Buffer.from([1, codec, 0x12, 0x20]), sha256]))}`;

/** Content id of a record: equal records have equal ids. @throws TypeError for values that a record must not contain */
export const recordCid = (record: unknown): string =>
  cid(DAG_CBOR, createHash('sha256').update(dagCbor(record)).digest());

/** Content id of a file. */
export const blobCid = (sha256Hex: string): string => cid(RAW, Buffer.from(sha256Hex, 'hex'));
