import type { Request, Response } from 'express';
import multer from 'multer';
import type { Exchange } from '../../http/exchange.ts';
import { isObject } from '../../http/json.ts';
import type { ReceivedBlob } from '../../state/blob-store.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { names } from './users.ts';
import type { PinterestVideo, PinterestEntry, PinterestStore } from './pinterest-store.ts';

const VIDEO_MAX = 1_000_000_000;
const PROCESSING_MS = 1500;
const VIDEO_TYPES = ['video/mp4', 'video/quicktime', 'video/x-m4v'];
const FIELDS = ['policy', 'x-amz-algorithm', 'x-amz-credential', 'x-amz-date', 'x-amz-signature'];

/** The storage behind the API. It works like S3: a form whose last field is the file. */
export class Storage {
  readonly #context: SandboxContext;
  readonly #store: PinterestStore;
  readonly #commit: (entry: PinterestEntry) => void;

  constructor(context: SandboxContext, store: PinterestStore, commit: (entry: PinterestEntry) => void) {
    this.#context = context;
    this.#store = store;
    this.#commit = commit;
  }

  async answer(exchange: Exchange): Promise<void> {
    if (exchange.method !== 'POST' || exchange.contentType !== 'multipart/form-data') {
      fail(exchange, 405, 'MethodNotAllowed');
      return;
    }
    // A bearer token is a second form of authentication, and S3 accepts only one.
    if (exchange.header('authorization') !== null) {
      fail(exchange, 400, 'InvalidArgument');
      return;
    }
    const upload = await this.#read(exchange);
    if (typeof upload === 'string') fail(exchange, upload === 'AccessDenied' ? 403 : 400, upload);
    else {
      this.#accept(upload.media, upload.file);
      exchange.response.writeHead(204).end();
    }
  }

  #accept(media: PinterestVideo, file: ReceivedBlob): void {
    const { faults, now } = this.#context;
    const slow = faults.take('pinterest', 'slowProcessing', names(media.account));
    const failing = faults.take('pinterest', 'failProcessing', names(media.account));
    const { bytes, sha256 } = file;
    const type = file.type ?? 'application/octet-stream';
    const readyAt = now() + (slow ? slow.retryAfterSeconds * 1000 : PROCESSING_MS);
    const isBroken = failing !== null || !VIDEO_TYPES.includes(type);
    this.#commit({ type: 'media', media: { ...media, file: { type, bytes, sha256 }, readyAt, isBroken } });
  }

  /** Returns the upload, or the S3 code of the error. */
  async #read(exchange: Exchange): Promise<Readonly<{ media: PinterestVideo; file: ReceivedBlob }> | string> {
    const sent: { before: Readonly<Record<string, unknown>>; file?: ReceivedBlob } = { before: {} };
    const { blobs } = this.#context;
    const storage: multer.StorageEngine = {
      _handleFile(request, { stream }, done) {
        // S3 ignores fields after the file.
        sent.before = isObject(request.body) ? { ...request.body } : {};
        blobs.receive(stream as AsyncIterable<Buffer>, VIDEO_MAX).then(
          (received) => {
            sent.file = received;
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
    const parse = multer({ storage, limits: { fields: 50, fieldSize: 65_536 } }).single('file');
    const failed = await new Promise<boolean>((resolve) => {
      // Multer uses only those parts of a request that Node's own request has.
      parse(exchange.request as Request, exchange.response as Response, (error: unknown) => {
        resolve(error !== undefined && error !== null);
      });
    });
    const { before, file } = sent;
    if (failed || !file) return 'InvalidArgument';
    if (FIELDS.some((name) => typeof before[name] !== 'string')) return 'AccessDenied';
    const media = this.#store.mediaOfKey(String(before['key']));
    if (!media || media.uploadUntil < this.#context.now()) return 'AccessDenied';
    return { media, file };
  }
}

const fail = (exchange: Exchange, status: number, code: string): void => {
  exchange.send(status, `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`, 'application/xml');
};
