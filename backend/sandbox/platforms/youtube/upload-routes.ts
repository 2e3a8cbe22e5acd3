import { randomBytes } from 'node:crypto';
import { finalCall } from '../../faults/final-call.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Route } from '../../http/router.ts';
import type { ReceivedBlob } from '../../state/blob-store.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { names, type Channels } from './channels.ts';
import type { YouTubeQuota } from './quota.ts';
import { readResource } from './video-rules.ts';
import { videoView } from './video-routes.ts';
import { faultWords, notFound, refusal } from './youtube-refusal.ts';
import type { StoredPiece, UploadSession, YouTubeEntry, YouTubeStore } from './youtube-store.ts';

const PATH = '/upload/youtube/v3/videos';
const PIECE_MULTIPLE = 256 * 1024;
const LARGEST = 256_000_000_000;
const SESSION_MS = 7 * 86_400_000;
const PROCESSING_MS = 1500;

type Range = Readonly<{ from: number; to: number }>;

/** Google's resumable upload: first a session, then pieces in order. The last byte creates the video. */
export class YouTubeUploadRoutes {
  readonly routes: readonly Route[] = [
    { method: 'POST', pattern: PATH, run: (exchange) => this.#begin(exchange) },
    { method: 'PUT', pattern: PATH, run: (exchange) => this.#put(exchange) },
  ];

  readonly #context: SandboxContext;
  readonly #store: YouTubeStore;
  readonly #channels: Channels;
  readonly #quota: YouTubeQuota;
  readonly #commit: (entry: YouTubeEntry) => void;

  constructor(
    context: SandboxContext,
    { store, channels, quota }: Readonly<{ store: YouTubeStore; channels: Channels; quota: YouTubeQuota }>,
    commit: (entry: YouTubeEntry) => void,
  ) {
    this.#context = context;
    this.#store = store;
    this.#channels = channels;
    this.#quota = quota;
    this.#commit = commit;
  }

  async #begin(exchange: Exchange): Promise<void> {
    const account = this.#channels.owner(exchange, 'upload');
    if (exchange.query.get('uploadType') !== 'resumable')
      throw refusal(400, 'badRequest', 'The sandbox knows resumable uploads only.');
    const body = await exchange.json();
    const type = exchange.header('x-upload-content-type') ?? '';
    if (!/^video\/|^application\/octet-stream$/.test(type))
      throw refusal(
        400,
        'badContent',
        `Media type '${type}' is not supported. Valid media types: [video/*, application/octet-stream]`,
      );
    const total = Number(exchange.header('x-upload-content-length') ?? Number.NaN);
    if (!Number.isInteger(total) || total < 1 || total > LARGEST)
      throw refusal(400, 'mediaBodyRequired', 'The request does not include the video content.');
    const resource = readResource(body);
    this.#quota.take('uploads', 1);
    const id = randomBytes(24).toString('base64url');
    const createdAt = this.#context.now();
    this.#commit({ type: 'session', session: { id, account, resource, total, createdAt } });
    const address = `https://${exchange.host}${PATH}?uploadType=resumable&upload_id=${id}`;
    exchange.send(200, '', 'text/plain', { Location: address, 'X-GUploader-UploadID': id });
  }

  async #put(exchange: Exchange): Promise<void> {
    const account = this.#channels.owner(exchange, 'upload');
    const session = this.#store.session(exchange.query.get('upload_id') ?? '');
    if (session?.account !== account) throw notFound();
    if (session.createdAt + SESSION_MS <= this.#context.now())
      throw refusal(410, 'uploadSessionExpired', 'The upload session has expired.');
    const range = readRange(exchange.header('content-range'), session.total);
    const file = await this.#context.blobs.receive(exchange.request, session.total);
    const video = this.#store.videoOf(session.id);
    if (video) {
      exchange.reply(200, videoView(video, this.#context.now()));
      return;
    }
    const received = this.#receivedBytes(session);
    if (range === 'status') {
      if (file.bytes > 0) throw refusal(400, 'badRequest', 'A question about an upload has no body.');
      incomplete(exchange, received);
      return;
    }
    checkPiece(range, file, received, session.total);
    if (range.to + 1 < session.total) {
      this.#commit({
        type: 'piece',
        sessionId: session.id,
        piece: { sha256: file.sha256, bytes: file.bytes },
      });
      incomplete(exchange, this.#receivedBytes(session));
      return;
    }
    const whole = await this.#joinPieces(session, file);
    const call = { platform: 'youtube', names: names(account), words: faultWords };
    finalCall(exchange, this.#context.faults, call, () => this.#createVideo(session, whole));
  }

  #receivedBytes({ id }: UploadSession): number {
    return this.#store.pieces(id).reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Stores all pieces together as one file. */
  async #joinPieces(
    { id, total }: UploadSession,
    last: StoredPiece & Pick<ReceivedBlob, 'type'>,
  ): Promise<ReceivedBlob> {
    const before = this.#store.pieces(id);
    const { blobs } = this.#context;
    if (before.length === 0) return last;
    async function* bytes(): AsyncGenerator<Buffer> {
      for (const { sha256 } of [...before, last]) {
        const piece = blobs.read(sha256);
        if (!piece) throw refusal(503, 'backendError', 'A piece of the upload is no longer kept.');
        yield* piece.stream() as AsyncIterable<Buffer>;
      }
    }
    return blobs.receive(bytes(), total);
  }

  #createVideo(session: UploadSession, { sha256, bytes, type }: ReceivedBlob): object {
    const { faults } = this.#context;
    const accountNames = names(session.account);
    const slow = faults.take('youtube', 'slowProcessing', accountNames);
    const fails =
      faults.take('youtube', 'failProcessing', accountNames) !== null || type?.startsWith('video/') !== true;
    const now = this.#context.now();
    const readyAt = now + (slow ? slow.retryAfterSeconds * 1000 : PROCESSING_MS);
    const { id: sessionId, account, resource } = session;
    const id = randomBytes(8).toString('base64url');
    const video = { id, sessionId, account, resource, sha256, bytes, type, readyAt, fails };
    this.#commit({ type: 'video', video });
    return videoView({ ...video, createdAt: now }, now);
  }
}

/** `status`: the request asks only how many bytes have arrived. */
function readRange(header: string | null, total: number): Range | 'status' {
  // Without the header, the request contains the whole file.
  if (header === null) return { from: 0, to: total - 1 };
  const [, from, to, declaredTotal] = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+|\*)$/.exec(header) ?? [];
  if (declaredTotal === undefined || (declaredTotal !== '*' && Number(declaredTotal) !== total))
    throw refusal(400, 'badRequest', 'Failed to parse Content-Range header.');
  return from === undefined ? 'status' : { from: Number(from), to: Number(to) };
}

function checkPiece({ from, to }: Range, { bytes }: ReceivedBlob, received: number, total: number): void {
  if (to < from || to >= total || bytes !== to - from + 1)
    throw refusal(400, 'badRequest', 'The bytes do not fit the Content-Range header.');
  if (from !== received)
    throw refusal(
      400,
      'badRequest',
      `Invalid request. According to the Content-Range header, the upload offset is ${String(from)} byte(s), but ${String(received)} byte(s) were received.`,
    );
  if (to + 1 < total && bytes % PIECE_MULTIPLE !== 0)
    throw refusal(400, 'badRequest', 'A piece must be a multiple of 256 KiB.');
}

function incomplete(exchange: Exchange, received: number): void {
  exchange.send(308, '', 'text/plain', received === 0 ? {} : { Range: `bytes=0-${String(received - 1)}` });
}
