import compression from 'compression';
import type { RequestHandler } from 'express';

const STREAM = /^text\/event-stream/;

/**
 * Scripts, pages and lists leave compressed (brotli or gzip, as the client takes it): a phone loads a third of the bytes of the
 * screens and a tenth of those of a list. Pictures and films are compressed already. Live updates are not, so that each line
 * leaves at once; nor is a part of a file, whose bytes the client counts.
 */
export function compressedAnswers(): RequestHandler {
  return compression({
    filter: (request, response) =>
      !STREAM.test(String(response.getHeader('content-type'))) &&
      !response.hasHeader('content-range') &&
      compression.filter(request, response),
  });
}
