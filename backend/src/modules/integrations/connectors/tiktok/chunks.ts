/** A chunk has 5 MB to 64 MB, whichever megabyte is meant, and there are 1000 at most; the last one takes the rest as well. */
const CHUNK_BYTES = 6_000_000;
const CHUNKS_MAX = 1000;

export type ChunkPlan = Readonly<{ bytes: number; chunkBytes: number; count: number }>;
/** Offsets of a chunk; both ends belong to it. */
export type Chunk = Readonly<{ first: number; last: number }>;

/**
 * How a file is cut (developers.tiktok.com/doc/content-posting-api-media-transfer-guide). Small chunks keep the last one,
 * which publishes, short enough for the time that one call has.
 */
export function chunkPlan(bytes: number): ChunkPlan {
  const chunkBytes = bytes < 2 * CHUNK_BYTES ? bytes : Math.max(CHUNK_BYTES, Math.ceil(bytes / CHUNKS_MAX));
  return { bytes, chunkBytes, count: Math.max(1, Math.floor(bytes / chunkBytes)) };
}

export function chunkAt({ bytes, chunkBytes, count }: ChunkPlan, index: number): Chunk {
  const first = index * chunkBytes;
  return { first, last: index === count - 1 ? bytes - 1 : first + chunkBytes - 1 };
}

/** The first chunk that is missing when `received` bytes are there, or the offset of the last of them. */
export const nextChunk = ({ bytes, chunkBytes, count }: ChunkPlan, received: number): number =>
  received >= Math.max(1, bytes - 1) ? count : Math.min(count - 1, Math.round(received / chunkBytes));
