import { rm } from 'node:fs/promises';
import { MEDIA } from '@posthorn/contracts/shared/media.http';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import multer, { diskStorage, MulterError } from 'multer';
import { clientGone } from '#infrastructure/http/edge/client-gone.ts';
import { MediaFolders } from '../store/media-folders.ts';
import { cleanName, type ReceivedFile } from './received-file.ts';
import { UploadReservations } from './upload-reservations.ts';
import { bodyTooLarge, fileTooLarge, noFiles, tooManyFiles, uploadBroken } from './upload.errors.ts';

/** The field of a form that files come in, and what is said when it has none. */
export type UploadForm = Readonly<{ field: string; none: () => Error }>;
/** Whose files come in, and the exchange that they come in by. */
export type Incoming = Readonly<{ ownerId: string; request: Request; response: Response; form?: UploadForm }>;

const FILES: UploadForm = { field: 'media', none: noFiles };
/** The most that one body can put onto the disk. */
const UPLOAD_BYTES_MAX = MEDIA.filesMax * MEDIA.fileBytesMax;
/** A refused body is read to its end, so that the client hears why; one that is larger than this is cut off instead. */
const PATIENCE_BYTES = 3 * UPLOAD_BYTES_MAX;

/**
 * Takes a multipart body straight to the disk, when there is room for it. Its files are gone again, whatever happens, when
 * `work` has ended; its signal ends when the client goes.
 */
@Injectable()
export class ReceiveFiles {
  readonly #multer;

  constructor(
    folders: MediaFolders,
    private readonly reservations: UploadReservations,
  ) {
    this.#multer = multer({
      // Without a `filename` the storage invents a random one: the client's name never becomes a path.
      storage: diskStorage({ destination: folders.incoming }),
      defParamCharset: 'utf8',
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
    const gone = clientGone(response, uploadBroken);
    if (Number(request.headers['content-length'] ?? 0) > PATIENCE_BYTES) {
      response.set('connection', 'close');
      throw bodyTooLarge();
    }
    return this.reservations.during(ownerId, bytesOf(request), gone, async () => {
      const files = await this.#parse(request, response, form);
      try {
        if (files.length === 0) throw form.none();
        return await work(files, gone);
      } finally {
        await Promise.all(files.map(({ path }) => rm(path, { force: true })));
      }
    });
  }

  #parse(request: Request, response: Response, { field, none }: UploadForm): Promise<ReceivedFile[]> {
    return new Promise((resolve, reject) => {
      this.#multer.array(field)(request, response, (error: unknown) => {
        if (error) reject(refusalOf(error, none));
        else resolve(filesOf(request));
      });
    });
  }
}

/** What has to be reserved: a body that does not say how long it is may become as long as any. */
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
    // A full disk or the like is our fault; a body that is no multipart, or was cut off, is the client's.
    return error instanceof Error && 'errno' in error ? error : uploadBroken();
  }
  const { code } = error;
  if (code === 'LIMIT_FILE_SIZE')
    return fileTooLarge(cleanName('filename' in error ? String(error.filename) : ''));
  if (code === 'LIMIT_FILE_COUNT') return tooManyFiles();
  return code === 'LIMIT_UNEXPECTED_FILE' ? none() : uploadBroken();
}
