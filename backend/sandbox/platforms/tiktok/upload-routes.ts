import { finalCall } from '../../faults/final-call.ts';
import type { Exchange } from '../../http/exchange.ts';
import { videoLength } from '../../http/video-length.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Route } from '../../http/router.ts';
import type { ReceivedBlob } from '../../state/blob-store.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { VIDEO_TYPES, type Progress } from './progress.ts';
import { FAULT_WORDS, refusal } from './tiktok-refusal.ts';
import type { TikTokEntry, TikTokPost, TikTokStore } from './tiktok-store.ts';

export const UPLOAD_HOST = 'open-upload.tiktok.sandbox.test';
const UPLOAD_LIFETIME_MS = 3_600_000;

type VideoPost = TikTokPost & Readonly<{ source: Extract<TikTokPost['source'], { kind: 'video' }> }>;
type Range = Readonly<{ first: number; last: number }>;

export const uploadUrlOf = ({ publishId, source }: Pick<TikTokPost, 'publishId' | 'source'>): string => {
  const token = source.kind === 'video' ? source.token : '';
  const query = new URLSearchParams({ upload_id: publishId, upload_token: token });
  return `https://${UPLOAD_HOST}/upload/?${query.toString()}`;
};

/** Receives videos chunk by chunk. The URL alone authorizes the caller. */
export class TikTokUploadRoutes {
  readonly routes: readonly Route[] = [
    { method: 'PUT', pattern: '/upload/', run: (exchange) => this.#put(exchange) },
  ];

  readonly #context: SandboxContext;
  readonly #store: TikTokStore;
  readonly #progress: Progress;
  readonly #commit: (entry: TikTokEntry) => void;

  constructor(
    context: SandboxContext,
    store: TikTokStore,
    progress: Progress,
    commit: (entry: TikTokEntry) => void,
  ) {
    this.#context = context;
    this.#store = store;
    this.#progress = progress;
    this.#commit = commit;
  }

  async #put(exchange: Exchange): Promise<void> {
    let range: Range;
    try {
      range = rangeOf(exchange, this.#post(exchange));
    } catch (error) {
      // Reads the rest of the request: a client whose connection breaks while it sends may never see the response.
      exchange.request.resume();
      await new Promise((done) => exchange.request.once('close', done).once('end', done));
      throw error;
    }
    const bytes = range.last - range.first + 1;
    const file = await this.#context.blobs.receive(exchange.request as AsyncIterable<Buffer>, bytes);
    const post = this.#post(exchange);
    if (file.bytes !== bytes) throw refusal(400, 'invalid_params', 'The chunk is shorter than it says.');
    const isLast = range.last === post.source.size - 1;
    if (isLast) await this.#finish(exchange, post, range, file);
    else {
      // Checks again: another call may have sent the same chunk in the meantime.
      rangeOf(exchange, post);
      this.#commit({ type: 'chunk', publishId: post.publishId, sha256: file.sha256, bytes });
      exchange.send(206, '', 'text/plain', contentRange(range.last, post.source.size));
    }
  }

  /** The last byte publishes the post. */
  async #finish(exchange: Exchange, post: VideoPost, range: Range, last: ReceivedBlob): Promise<void> {
    const whole = await this.#joinChunks(post, last);
    const hasCoverTime = post.info.coverAt !== undefined;
    const length = hasCoverTime ? await videoLength(whole.sha256, this.#context.blobs) : null;
    const call = {
      platform: 'tiktok',
      names: [post.account],
      words: FAULT_WORDS,
      answer: () => {
        exchange.send(201, '', 'text/plain', contentRange(range.last, post.source.size));
      },
    };
    finalCall(exchange, this.#context.faults, call, () => {
      // Checks again, for the same reason.
      rangeOf(exchange, this.#post(exchange));
      this.#progress.takeVideo(post, whole, length);
    });
  }

  /** Stores all chunks together as one file. */
  async #joinChunks({ parts, source }: VideoPost, last: ReceivedBlob): Promise<ReceivedBlob> {
    if (parts.length === 0) return last;
    const { blobs } = this.#context;
    const bytes = async function* (): AsyncGenerator<Buffer> {
      for (const sha256 of [...parts, last.sha256]) {
        const chunk = blobs.read(sha256);
        if (!chunk) throw refusal(500, 'internal_error', 'The sandbox no longer has a chunk.');
        yield* chunk.stream() as AsyncIterable<Buffer>;
      }
    };
    return blobs.receive(bytes(), source.size);
  }

  #post({ query }: Exchange): VideoPost {
    const post = this.#store.post(query.get('upload_id') ?? '');
    if (post?.source.kind !== 'video' || post.source.token !== query.get('upload_token'))
      throw refusal(404, 'upload_not_found', 'The upload does not exist.');
    if (post.openedAt + UPLOAD_LIFETIME_MS <= this.#context.now())
      throw refusal(403, 'upload_url_expired', 'The upload URL has expired.');
    return { ...post, source: post.source };
  }
}

/** The byte range of the request: it must be the next chunk that the post lacks. @throws Refusal 400 or 416 */
function rangeOf(
  exchange: Exchange,
  { source: { size, chunkSize, chunks }, received, taken }: VideoPost,
): Range {
  if (!VIDEO_TYPES.includes(exchange.contentType))
    throw refusal(400, 'invalid_params', 'The Content-Type is not supported.');
  const [, first, last, total] =
    /^bytes (\d+)-(\d+)\/(\d+)$/.exec(exchange.header('content-range') ?? '')?.map(Number) ?? [];
  if (first === undefined || last === undefined)
    throw refusal(400, 'invalid_params', 'The Content-Range is missing or invalid.');
  if (Number(exchange.header('content-length')) !== last - first + 1)
    throw refusal(400, 'invalid_params', 'The Content-Length does not fit the Content-Range.');
  const arrived = taken ? size : received;
  const index = arrived / chunkSize;
  const end = index === chunks - 1 ? size - 1 : arrived + chunkSize - 1;
  if (taken || total !== size || first !== arrived || last !== end)
    throw new Refusal(
      416,
      { error: { code: 'out_of_step' } },
      contentRange(arrived === 0 ? 0 : arrived - 1, size),
    );
  return { first, last };
}

const contentRange = (last: number, size: number): Record<string, string> => ({
  'Content-Range': `bytes 0-${String(last)}/${String(size)}`,
});
