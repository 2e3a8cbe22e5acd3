import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** While something was sent, or before the first byte of it. */
const GONE = new Set<unknown>(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE']);

/** The other side has closed the connection. */
export const isGone = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && GONE.has(error.code);

/** Sends lines as fast as they are taken. Whoever goes away before the last one leaves no fault behind. */
export async function sendLines(lines: AsyncIterable<string>, to: NodeJS.WritableStream): Promise<void> {
  try {
    await pipeline(Readable.from(lines), to);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}
