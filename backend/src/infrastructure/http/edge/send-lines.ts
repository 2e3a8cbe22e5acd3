import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Errors of a disconnect, while sending or before the first byte. */
const GONE = new Set<unknown>(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE']);

/** Whether the client has closed the connection. */
export const isGone = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && GONE.has(error.code);

/** Sends lines as fast as the client accepts them. A disconnect before the last line is not an error. */
export async function sendLines(lines: AsyncIterable<string>, to: NodeJS.WritableStream): Promise<void> {
  try {
    await pipeline(Readable.from(lines), to);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}
