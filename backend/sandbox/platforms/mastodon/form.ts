import type { Request, Response } from 'express';
import multer, { MulterError } from 'multer';
import type { Exchange } from '../../http/exchange.ts';
import { isObject, parseJson, type JsonRecord } from '../../http/json.ts';
import { Refusal } from '../../http/refusal.ts';
import type { BlobStore, ReceivedBlob } from '../../state/blob-store.ts';
import { unprocessable } from './mastodon-refusal.ts';

export type ParsedForm = Readonly<{ fields: JsonRecord; files: ReadonlyMap<string, ReceivedBlob> }>;

/** Reads the body in any of the three formats of the API; streams files to disk as they arrive. @throws Refusal */
export async function readForm(exchange: Exchange, blobs: BlobStore, fileLimit: number): Promise<ParsedForm> {
  switch (exchange.contentType) {
    case 'multipart/form-data':
      return readMultipart(exchange, blobs, fileLimit);
    case 'application/json': {
      const body = parseJson(await exchange.text());
      if (!isObject(body)) throw new Refusal(400, { error: 'There was a problem parsing the request body' });
      return { fields: body, files: new Map() };
    }
    default:
      return { fields: parseUrlEncoded(await exchange.text()), files: new Map() };
  }
}

function parseUrlEncoded(text: string): JsonRecord {
  const fields: JsonRecord = {};
  const given = new URLSearchParams(text);
  for (const name of new Set(given.keys())) {
    if (name.endsWith('[]')) fields[name.slice(0, -2)] = given.getAll(name);
    else fields[name] = given.get(name);
  }
  return fields;
}

async function readMultipart(exchange: Exchange, blobs: BlobStore, fileLimit: number): Promise<ParsedForm> {
  const files = new Map<string, ReceivedBlob>();
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
  const names = ['file', 'thumbnail'].map((name) => ({ name, maxCount: 1 }));
  const read = multer({ storage, limits: { fields: 50, fieldSize: 65_536 } }).fields(names);
  // Multer uses only those parts of a request that Node's own request has.
  const request = exchange.request as Request;
  await new Promise<void>((resolve, reject) => {
    read(request, exchange.response as Response, (error: unknown) => {
      if (error === undefined || error === null) resolve();
      else reject(error instanceof MulterError ? unprocessable(error.message) : (error as Error));
    });
  });
  return { fields: isObject(request.body) ? { ...request.body } : {}, files };
}
