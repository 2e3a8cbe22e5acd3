import { rm } from 'node:fs/promises';
import { MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { MEDIA } from '@posthorn/contracts/shared/media.http';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import multer, { diskStorage, MulterError } from 'multer';
import { clientGone } from '#infrastructure/http/edge/client-gone.ts';
import { MediaFolders } from '../store/media-folders.ts';
import { MediaStore } from '../store/media-store.ts';
import { cleanName, type ReceivedFile } from './received-file.ts';
import { UploadReservations } from './upload-reservations.ts';
import {
  bodyTooLarge,
  fileTooLarge,
  nameNotReadable,
  noFiles,
  tooManyFiles,
  uploadBroken,
} from './upload.errors.ts';

/** The form field of the files, and the error when the field is empty. */
export type UploadForm = Readonly<{ field: string; none: () => Error }>;
/** The owner of the files, and the HTTP exchange that they arrive in. */
export type Incoming = Readonly<{ ownerId: string; request: Request; response: Response; form?: UploadForm }>;

const FILES: UploadForm = { field: 'media', none: noFiles };
/** What the parser says about a part whose name has a control character or is longer than 16 kB. */
const BAD_HEADER = 'Malformed part header';
/** How long a body may stop arriving, for example while a phone changes its network. */
const SILENT_MAX_MS = 2 * MINUTE_MS;
/** The most bytes that one body can write to the disk. */
const UPLOAD_BYTES_MAX = MEDIA.filesMax * MEDIA.fileBytesMax;
/** A refused body up to this size is read to its end, so that the client receives the reason. A larger body is not read. */
const REFUSED_BYTES_READ_MAX = 3 * UPLOAD_BYTES_MAX;

/**
 * Writes a multipart body straight to the disk, when there is storage for it. Runs `work` with the files, and always deletes them afterwards. The
 * signal of `work` aborts when the client disconnects. Throws MediaStoreUnavailable while the folder of the media is not mounted.
 */
@Injectable()
export class ReceiveFiles {
  readonly #multer;

  constructor(
    folders: MediaFolders,
    private readonly reservations: UploadReservations,
    private readonly store: MediaStore,
  ) {
    this.#multer = multer({
      // Without a `filename` function, multer generates a random name: the client's name never becomes a path.
      storage: diskStorage({ destination: folders.incoming }),
      defParamCharset: 'utf8',
      // `cleanName` removes the folders. The parser would also remove `..`, and take the file for an empty field.
      preservePath: true,
      limits: {
        fileSize: MEDIA.fileBytesMax,
        files: MEDIA.filesMax,
        fields: 10,
        fieldSize: 10_000,
        fieldNameSize: 100,
        parts: MEDIA.filesMax + 10,
        headerPairs: 50,
        fieldNestingDepth: 1,
      },
    });
  }

  async during<Result>(
    { ownerId, request, response, form = FILES }: Incoming,
    work: (files: readonly ReceivedFile[], signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const disconnected = clientGone(response, uploadBroken);
    if (Number(request.headers['content-length'] ?? 0) > REFUSED_BYTES_READ_MAX) {
      response.set('connection', 'close');
      throw bodyTooLarge();
    }
    // Incoming files are on the volume of the store.
    await this.store.check();
    const bytes = bytesOf(request);
    return this.reservations.withReservation(
      ownerId,
      { least: bytes, most: bytes },
      disconnected,
      async () => {
        const files = await this.#parse(request, response, form);
        try {
          if (files.length === 0) throw form.none();
          return await work(files, disconnected);
        } finally {
          await Promise.all(files.map(({ path }) => rm(path, { force: true })));
        }
      },
    );
  }

  #parse(request: Request, response: Response, { field, none }: UploadForm): Promise<ReceivedFile[]> {
    const { socket } = request;
    return new Promise((resolve, reject) => {
      // Node closes the connection then, and the parser reports it. A connection whose client has vanished would keep a place for uploads.
      socket.setTimeout(SILENT_MAX_MS);
      this.#multer.array(field)(request, response, (error: unknown) => {
        socket.setTimeout(0);
        if (error) reject(refusalOf(error, none));
        else resolve(filesOf(request));
      });
    });
  }
}

/** The bytes to reserve. A body without a stated length counts as the longest. */
function bytesOf({ headers }: Request): number {
  const declared = headers['content-length'];
  return declared === undefined ? UPLOAD_BYTES_MAX : Math.min(Number(declared), UPLOAD_BYTES_MAX);
}

function filesOf({ files }: Request): ReceivedFile[] {
  if (!Array.isArray(files)) return [];
  return files.map(({ path, originalname }) => ({ path, originalName: cleanName(originalname) }));
}

function refusalOf(error: unknown, none: UploadForm['none']): Error {
  if (!(error instanceof MulterError)) {
    // A full disk or the like is our fault; a broken or incomplete multipart body is the client's.
    if (error instanceof Error && 'errno' in error) return error;
    return error instanceof Error && error.message === BAD_HEADER ? nameNotReadable() : uploadBroken();
  }
  const { code } = error;
  if (code === 'LIMIT_FILE_SIZE')
    return fileTooLarge(cleanName('filename' in error ? String(error.filename) : ''));
  if (code === 'LIMIT_FILE_COUNT') return tooManyFiles();
  return code === 'LIMIT_UNEXPECTED_FILE' ? none() : uploadBroken();
}
