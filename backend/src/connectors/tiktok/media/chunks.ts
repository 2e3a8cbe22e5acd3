/**
 * A chunk has at least 5 MB, by either definition of a megabyte, and at most 64 MB. There are at most 1000 chunks, and the last one
 * takes the rest.
 */
const CHUNK_LEAST = 5 * 1_048_576;
const CHUNKS_MAX = 1000;

/** The limit of the last chunk. */
export const LAST_CHUNK_MOST = 2 * CHUNK_LEAST;

export type ChunkPlan = Readonly<{ bytes: number; chunkBytes: number; count: number }>;
/** The offsets of a chunk's first and last byte. */
export type Chunk = Readonly<{ first: number; last: number }>;

/**
 * How a file is cut (developers.tiktok.com/doc/content-posting-api-media-transfer-guide). Chunks are as small as possible, so that a
 * slow uplink sends each in time. They are also equal, so the rest is a few bytes. The last chunk publishes and has the shortest time;
 * this keeps it no larger than the others.
 */
export function chunkPlan(bytes: number): ChunkPlan {
  const count = Math.min(CHUNKS_MAX, Math.max(1, Math.floor(bytes / CHUNK_LEAST)));
  return { bytes, chunkBytes: Math.floor(bytes / count), count };
}

export function chunkAt({ bytes, chunkBytes, count }: ChunkPlan, index: number): Chunk {
  const first = index * chunkBytes;
  return { first, last: index === count - 1 ? bytes - 1 : first + chunkBytes - 1 };
}

/** The first chunk that is still missing. `received`: the number of received bytes, or the offset of the last one. */
export const nextChunk = ({ bytes, chunkBytes, count }: ChunkPlan, received: number): number =>
  received >= Math.max(1, bytes - 1) ? count : Math.min(count - 1, Math.round(received / chunkBytes));
