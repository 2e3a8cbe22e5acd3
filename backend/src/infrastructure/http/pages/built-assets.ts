import { existsSync, readdirSync } from 'node:fs';
import { extname } from 'node:path';
import { static as staticFiles, type Request, type RequestHandler } from 'express';

/** Encodings in order of preference, with the extension of the files that the build creates for them. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/**
 * Files whose names change with their content. Browsers keep them for ever, and the build has compressed them. A range refers to the uncompressed
 * file, as clients expect.
 */
export function builtAssets(folder: string): RequestHandler {
  const files = new Set(existsSync(folder) ? readdirSync(folder) : []);
  const send = staticFiles(folder, { immutable: true, maxAge: '1y', index: false, fallthrough: true });
  return (request, response, next) => {
    const name = request.path.slice(1);
    if (ENCODINGS.some(([, ending]) => files.has(name + ending))) {
      response.vary('Accept-Encoding');
      const best = bestFor(request, (ending) => files.has(name + ending));
      if (best) {
        const [encoding, ending] = best;
        response.set('content-encoding', encoding).type(extname(name));
        request.url = `/${name}${ending}`;
      }
    }
    send(request, response, next);
  };
}

const bestFor = (request: Request, isThere: (ending: string) => boolean) =>
  request.headers.range === undefined
    ? ENCODINGS.find(([encoding, ending]) => isThere(ending) && request.acceptsEncodings(encoding))
    : undefined;
