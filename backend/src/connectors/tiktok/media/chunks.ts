/**
 * TikTok requires chunks of at least 5 MB and at most 64 MB, and at most 1000 chunks. 5 MiB satisfies both definitions of a
 * megabyte. The last chunk contains the rest of the file.
 */
const CHUNK_MIN = 5 * 1_048_576;
const CHUNKS_MAX = 1000;

/** In bytes. The last chunk is always smaller than this. */
export const LAST_CHUNK_MOST = 2 * CHUNK_MIN;

export type ChunkPlan = Readonly<{ bytes: number; chunkBytes: number; count: number }>;
/** The offsets of a chunk's first and last byte. */
export type Chunk = Readonly<{ first: number; last: number }>;

/**
 * How to cut a file (developers.tiktok.com/doc/content-posting-api-media-transfer-guide). Chunks are as small as possible, so that
 * a slow connection sends each chunk in time. All chunks have the same size, except for a few more bytes in the last one. So the
 * last chunk is not much larger, which matters because the final call sends it.
 */
export function chunkPlan(bytes: number): ChunkPlan {
  const count = Math.min(CHUNKS_MAX, Math.max(1, Math.floor(bytes / CHUNK_MIN)));
  return { bytes, chunkBytes: Math.floor(bytes / count), count };
}

export function chunkAt({ bytes, chunkBytes, count }: ChunkPlan, index: number): Chunk {
  const first = index * chunkBytes;
  return { first, last: index === count - 1 ? bytes - 1 : first + chunkBytes - 1 };
}

/**
 * The index of the first missing chunk; `count` if none is missing. `received`: the number of received bytes, or the offset of the
 * last received byte.
 */
export const nextChunk = ({ bytes, chunkBytes, count }: ChunkPlan, received: number): number =>
  received >= Math.max(1, bytes - 1) ? count : Math.min(count - 1, Math.round(received / chunkBytes));
