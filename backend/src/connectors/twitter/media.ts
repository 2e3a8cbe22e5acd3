import { PLATFORM_NAMES } from '@posthorn/contracts/shared/platform-names';
import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { checkSaid } from '@posthorn/contracts/scheduling/check-sentences';
import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { FileBody } from '#infrastructure/outgoing/outgoing-body.ts';
import type { MediaItem } from '../contract/publication.ts';
import { fitImage, MediaUnusable } from '../kit/images.ts';
import { amountOf, at, idIn, textOf } from '../kit/json.ts';
import { unreadable } from '../kit/json-request.ts';
import { isTransient } from '../kit/platform-error.ts';
import { retryWithBackoff, type Pause } from '../kit/retry-with-backoff.ts';
import { TwitterError, type TwitterCall, type TwitterClient } from './client/client.ts';
import type { UploadedFile } from './publish/refs.ts';

/** X recommends pieces of at most 5 MB, but has refused smaller ones. X accepts at most 1,000 pieces of a file. */
const PIECE_BYTES = [1_000_000, 500_000] as const;
const UPLOAD_MS = 60_000;
/** The maximum wait. A waiting worker holds a lease, so a later preparation continues. */
const WAIT_MAX_MS = 30_000;
const FIRST_WAIT_MS = 1_000;
/** If a response requests a longer wait, Posthorn waits only this long. */
const LONGEST_WAIT_SECONDS = 3600;
/** How long X keeps files if its response contains no time. */
const KEPT_SECONDS = 86_400;
const KEPT_SECONDS_MAX = 30 * KEPT_SECONDS;
/** The reserve before a file expires: the post may still have to wait. */
const SPARE_SECONDS = 3600;

const X = { platform: PLATFORM_NAMES.twitter } as const;

type Bytes = Readonly<{ body: FileBody | Uint8Array; type: string }>;
/** The part of `media_category` after `tweet_`. */
type Kind = MediaItem['kind'] | 'gif';
type Uploader = Readonly<{ token: string; signal: AbortSignal; now: () => Date }>;

/** Uploads files, so that a post can refer to them. All steps are safe to repeat: X deletes a file that no post uses. */
export class TwitterMedia {
  constructor(
    private readonly client: TwitterClient,
    private readonly pause: Pause,
  ) {}

  /** @throws TokenRefused, TwitterError, OutgoingError, BreakerOpen, MediaUnusable */
  async upload(uploader: Uploader, item: MediaItem, limits: PlatformLimits['media']): Promise<UploadedFile> {
    const { imageTypes, altTextMax, gif } = limits;
    const isGif = item.mimeType === 'image/gif';
    const imageBytes = (isGif ? gif?.bytes : undefined) ?? limits.imageBytes;
    const bytes =
      item.kind === 'image'
        ? await fitImage(item, { bytes: imageBytes, types: imageTypes })
        : { body: { path: item.path, bytes: item.bytes }, type: item.mimeType };
    const file = await this.#uploadBytes(uploader, bytes, isGif ? 'gif' : item.kind);
    // Only images have alternative texts.
    if (item.kind === 'image' && item.altText !== '' && altTextMax > 0) {
      const json = { id: file.id, metadata: { alt_text: { text: item.altText } } };
      await this.#send(uploader, { method: 'POST', path: '/2/media/metadata', json });
    }
    return file;
  }

  /**
   * Polls until X has processed all files. Returns null when all files are ready, else the time of the next check. @throws the
   * errors of `upload`; MediaUnusable when X cannot process a file
   */
  async readyAt(uploader: Uploader, files: readonly UploadedFile[]): Promise<Date | null> {
    let waited = 0;
    for (const { id } of files.filter(({ processing }) => processing)) {
      for (;;) {
        const wait = await this.#waitFor(uploader, id);
        if (wait === null) break;
        if (waited + wait > WAIT_MAX_MS || uploader.signal.aborted)
          return new Date(uploader.now().getTime() + wait);
        await this.pause(wait);
        waited += wait;
      }
    }
    return null;
  }

  /** Uses smaller pieces if X refuses the first size. */
  async #uploadBytes(uploader: Uploader, bytes: Bytes, kind: Kind): Promise<UploadedFile> {
    for (const size of PIECE_BYTES) {
      try {
        return await this.#uploadInPieces(uploader, bytes, kind, size);
      } catch (error) {
        if (!(error instanceof TwitterError) || error.status !== 413) throw error;
      }
    }
    throw new MediaUnusable(checkSaid('media-rejected/too-large', X));
  }

  async #uploadInPieces(
    uploader: Uploader,
    { body, type }: Bytes,
    kind: Kind,
    size: number,
  ): Promise<UploadedFile> {
    const total = body instanceof Uint8Array ? body.length : body.bytes;
    const json = { media_type: type, total_bytes: total, media_category: `tweet_${kind}` };
    const session = await this.#send(uploader, { method: 'POST', path: '/2/media/upload/initialize', json });
    const id = idIn(at(session, 'data', 'id'));
    if (id === null) throw unreadable(new URL(this.client.base).host, 'begins an upload and names no id');
    const path = `/2/media/upload/${encodeURIComponent(id)}`;
    for (let from = 0; from < total; from += size) {
      const form = [
        { name: 'segment_index', value: String(from / size) },
        {
          name: 'media',
          value: piece(body, from, Math.min(size, total - from)),
          filename: 'media',
          type: 'application/octet-stream',
        },
      ];
      await this.#send(uploader, { method: 'POST', path: `${path}/append`, form });
    }
    const completion = await this.#send(uploader, { method: 'POST', path: `${path}/finalize` });
    const seconds =
      amountOf(at(completion, 'data', 'expires_after_secs')) ??
      amountOf(at(session, 'data', 'expires_after_secs')) ??
      KEPT_SECONDS;
    const keptSeconds = Math.min(seconds, KEPT_SECONDS_MAX);
    const spare = Math.min(SPARE_SECONDS, keptSeconds / 4);
    const until = new Date(uploader.now().getTime() + (keptSeconds - spare) * 1000).toISOString();
    return { id, until, processing: waitIn(completion) !== null };
  }

  async #waitFor(uploader: Uploader, id: string): Promise<number | null> {
    const query = { command: 'STATUS', media_id: id };
    return waitIn(await this.#send(uploader, { path: '/2/media/upload', query }));
  }

  async #send({ token, signal }: Uploader, call: Omit<TwitterCall, 'token'>): Promise<JsonValue> {
    const request = { signal, timeoutMs: UPLOAD_MS };
    const send = () => this.client.send({ token, ...call, request });
    const mayRepeat = (error: unknown) => !signal.aborted && isTransient(error);
    return (await retryWithBackoff(send, mayRepeat, this.pause)).body;
  }
}

function piece(body: FileBody | Uint8Array, from: number, bytes: number): FileBody | Uint8Array {
  if (body instanceof Uint8Array) return body.subarray(from, from + bytes);
  return { path: body.path, bytes, from: (body.from ?? 0) + from };
}

/** Milliseconds until the next check that X requests; null: the file is ready. @throws MediaUnusable */
function waitIn(answer: JsonValue): number | null {
  const info = at(answer, 'data', 'processing_info');
  const state = textOf(at(info, 'state'));
  if (state === null || state === 'succeeded') return null;
  if (state === 'failed') {
    const words = textOf(at(info, 'error', 'message')) ?? textOf(at(info, 'error', 'name'));
    throw new MediaUnusable(words ?? checkSaid('media-rejected/file-not-processed', X));
  }
  const seconds = amountOf(at(info, 'check_after_secs')) ?? FIRST_WAIT_MS / 1000;
  return Math.min(seconds, LONGEST_WAIT_SECONDS) * 1000;
}
