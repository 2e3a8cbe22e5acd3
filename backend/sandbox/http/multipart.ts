import type { Request, Response } from 'express';
import multer, { MulterError } from 'multer';
import type { BlobStore, ReceivedBlob } from '../state/blob-store.ts';
import type { Exchange } from './exchange.ts';

export type Multipart = Readonly<{
  fields: Readonly<Record<string, string>>;
  files: ReadonlyMap<string, ReceivedBlob>;
}>;

/** The parts of a form with files do not match the platform's documentation. */
export class MultipartFault extends Error {}

/**
 * Reads a `multipart/form-data` body; streams files to disk as they arrive.
 * @param o.file the name of the field with the file
 * @throws MultipartFault; Refusal 413 for a file past the limit
 */
export async function readMultipart(
  exchange: Exchange,
  blobs: BlobStore,
  { file, maxBytes }: Readonly<{ file: string; maxBytes: number }>,
): Promise<Multipart> {
  if (exchange.contentType !== 'multipart/form-data')
    throw new MultipartFault('The body must be multipart/form-data.');
  const files = new Map<string, ReceivedBlob>();
  const storage: multer.StorageEngine = {
    _handleFile(_request, { fieldname, stream }, done) {
      blobs.receive(stream as AsyncIterable<Buffer>, maxBytes).then(
        (received) => {
          files.set(fieldname, received);
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
  const read = multer({ storage, limits: { fields: 50, fieldSize: 65_536 } }).single(file);
  // Multer uses only those parts of a request that Node’s own request has.
  const request = exchange.request as Request;
  await new Promise<void>((resolve, reject) => {
    read(request, exchange.response as Response, (error: unknown) => {
      if (error === undefined || error === null) resolve();
      else reject(error instanceof MulterError ? new MultipartFault(error.message) : (error as Error));
    });
  });
  const body = (request.body ?? {}) as Record<string, unknown>;
  const fields = Object.entries(body).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  return { fields: Object.fromEntries(fields), files };
}
