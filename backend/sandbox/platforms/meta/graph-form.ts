import type { Request, Response } from 'express';
import multer, { MulterError } from 'multer';
import type { Exchange } from '../../http/exchange.ts';
import { isObject, parseJson } from '../../http/json.ts';
import type { BlobStore, ReceivedBlob } from '../../state/blob-store.ts';
import { invalidParameter } from './graph-refusal.ts';

export type GraphForm = Readonly<{ fields: URLSearchParams; files: ReadonlyMap<string, ReceivedBlob> }>;

/** Reads the parameters of the URL and of the body, in any of the three formats. @throws Refusal */
export async function readForm(exchange: Exchange, blobs: BlobStore, fileLimit: number): Promise<GraphForm> {
  const fields = new URLSearchParams(exchange.query);
  const files = new Map<string, ReceivedBlob>();
  if (exchange.contentType === 'multipart/form-data') {
    for (const [name, value] of Object.entries(await readMultipart(exchange, blobs, fileLimit, files)))
      fields.set(name, String(value));
  } else if (exchange.contentType === 'application/json') {
    const body = parseJson(await exchange.text());
    if (!isObject(body)) throw invalidParameter('The body must be a JSON object.');
    for (const [name, value] of Object.entries(body))
      fields.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  } else {
    for (const [name, value] of new URLSearchParams(await exchange.text())) fields.set(name, value);
  }
  return { fields, files };
}

async function readMultipart(
  exchange: Exchange,
  blobs: BlobStore,
  fileLimit: number,
  files: Map<string, ReceivedBlob>,
): Promise<Record<string, unknown>> {
  const storage: multer.StorageEngine = {
    _handleFile(_request, { fieldname, stream }, done) {
      blobs.receive(stream as AsyncIterable<Buffer>, fileLimit).then(
        (file) => {
          files.set(fieldname, file);
          done(null, {});
        },
        (error: unknown) => {
          done(error);
        },
      );
    },
    _removeFile(_request, _file, done) {
      done(null);
    },
  };
  const names = ['source', 'video_file_chunk'].map((name) => ({ name, maxCount: 1 }));
  // Multer uses only those parts of a request that Node's own request has.
  const request = exchange.request as Request;
  await new Promise<void>((resolve, reject) => {
    multer({ storage, limits: { fields: 50, fieldSize: 300_000 } }).fields(names)(
      request,
      exchange.response as Response,
      (error: unknown) => {
        if (error === undefined || error === null) resolve();
        else reject(error instanceof MulterError ? invalidParameter(error.message) : (error as Error));
      },
    );
  });
  return isObject(request.body) ? request.body : {};
}
