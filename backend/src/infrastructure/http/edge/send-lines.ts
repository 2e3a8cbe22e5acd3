import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Errors of a disconnect, while sending or before the first byte. */
const DISCONNECT_CODES = new Set<unknown>(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE']);

/** Whether the client has closed the connection. */
export const isDisconnected = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && DISCONNECT_CODES.has(error.code);

/** A Node response has its request as `req`; other streams have none. */
type Receiver = NodeJS.WritableStream & Readonly<{ req?: Readonly<{ method?: string | undefined }> }>;

/**
 * Sends lines as fast as the client accepts them. A disconnect before the last line is not an error. `HEAD` gets the headers, and no line
 * is read.
 */
export async function sendLines(lines: AsyncIterable<string>, to: Receiver): Promise<void> {
  if (to.req?.method === 'HEAD') {
    to.end();
    return;
  }
  try {
    await pipeline(Readable.from(lines), to);
  } catch (error) {
    if (!isDisconnected(error)) throw error;
  }
}
