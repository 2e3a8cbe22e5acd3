import compression from 'compression';
import type { RequestHandler } from 'express';

const STREAM = /^text\/event-stream/;

/**
 * Compresses scripts, pages and lists (brotli or gzip, as the client accepts). A phone then loads a third of the bytes of screens, and a tenth of
 * those of a list. Images and videos are compressed already. Live updates stay uncompressed, so that each line is sent immediately. So do parts of
 * files, because a range request counts uncompressed bytes.
 */
export function compressedAnswers(): RequestHandler {
  return compression({
    filter: (request, response) =>
      !STREAM.test(String(response.getHeader('content-type'))) &&
      !response.hasHeader('content-range') &&
      compression.filter(request, response),
  });
}
