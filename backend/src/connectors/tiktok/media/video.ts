import type { Clock } from '#infrastructure/clock.ts';
import type { CallOutcome } from '../../contract/outcome.ts';
import type { MediaItem, OutgoingPublication } from '../../contract/publication.ts';
import { at, idIn, textOf } from '../../kit/json.ts';
import { withNewRefs, refused } from '../../kit/outcomes.ts';
import type { PlatformHttp } from '../../kit/platform-http.ts';
import type { AccountAccess, SaveRefs } from '../../contract/account-access.ts';
import { unreadable, type RequestOptions } from '../../kit/json-request.ts';
import { retryWithBackoff, type Pause } from '../../kit/retry-with-backoff.ts';
import { chunkAt, chunkPlan, nextChunk, type ChunkPlan } from './chunks.ts';
import { TikTokError, type Ask } from '../client.ts';
import type { Creator } from '../publish/creator.ts';
import { isTransient } from '../errors.ts';
import { videoInfo } from '../publish/post-info.ts';
import { readProgress } from '../publish/progress.ts';
import type { VideoRefs } from '../publish/refs.ts';

/** TikTok's upload URL is valid for an hour, and the final call must also happen within this hour. Ten minutes are reserved for it. */
const UPLOAD_LIFETIME_MS = 50 * 60_000;
const CHUNK_MS = 120_000;
const CALL_MS = 30_000;
/** The lowest assumed speed of the connection: one megabit per second. */
const SLOWEST_BYTES_PER_MS = 125;
const CORRECTIONS_MAX = 3;

/** TikTok no longer accepts bytes at the upload URL: it has expired, or the upload has failed. */
export class UploadGone extends Error {
  override readonly name = 'UploadGone';
}

type ChunkResult =
  | Readonly<{ kind: 'taken' }>
  | Readonly<{ kind: 'gone' }>
  | Readonly<{ kind: 'out-of-step'; received: number }>;
export type VideoStep = Readonly<{
  access: AccountAccess;
  ask: Ask;
  publication: OutgoingPublication;
  video: MediaItem;
  creator: Creator;
  save: SaveRefs;
  signal: AbortSignal;
}>;

/**
 * Uploads a video. TikTok creates the post before the upload, and publishes it when the last byte arrives. So the preparation
 * sends all chunks except the last, and one post never appears twice.
 */
export class TikTokVideo {
  constructor(
    private readonly http: PlatformHttp,
    private readonly clock: Clock,
    private readonly pause: Pause,
  ) {}

  /** @throws UploadGone, TikTokError, OutgoingError, BreakerOpen, and what `ask` throws */
  async prepare(step: VideoStep, refs: VideoRefs | null): Promise<VideoRefs> {
    const found = refs === null ? null : await this.#resume(step, refs);
    if (found?.refs.sent) return found.refs;
    if (found) {
      try {
        return await this.#sendAllButLast(step, found.refs, found.received);
      } catch (error) {
        if (!(error instanceof UploadGone)) throw error;
      }
    }
    return this.#sendAllButLast(step, await this.#createPost(step), 0);
  }

  /** Sends the last chunk, which publishes the video. @throws TikTokError, OutgoingError, BreakerOpen */
  async finish(
    { access, video, signal }: Pick<VideoStep, 'access' | 'video' | 'signal'>,
    refs: VideoRefs,
  ): Promise<CallOutcome> {
    const accepted = { kind: 'accepted', handle: refs.publishId } as const;
    if (refs.sent) return accepted;
    const plan = chunkPlan(video.bytes);
    const url = await access.uploads.open(refs.upload);
    const { first, last } = chunkAt(plan, plan.count - 1);
    // `signal` limits the call. A slow connection gets enough time for the chunk.
    const timeoutMs = CALL_MS + (last - first) / SLOWEST_BYTES_PER_MS;
    const request = { signal, timeoutMs, newConnection: true };
    const result = url === null ? GONE : await this.#send(url, video, plan, plan.count - 1, request);
    switch (result.kind) {
      case 'taken':
        return accepted;
      case 'gone':
        return withNewRefs(refused('upload-lost', null, true), { ...refs, gone: true });
      case 'out-of-step':
        return nextChunk(plan, result.received) === plan.count
          ? accepted
          : refused('upload-incomplete', null, true);
    }
  }

  /** The state of a stored upload; null: begin a new one. That is harmless, because the earlier post never gets its last byte. */
  async #resume(
    { ask, access, video, signal }: VideoStep,
    refs: VideoRefs,
  ): Promise<{ refs: VideoRefs; received: number } | null> {
    const progress = await readProgress(ask, refs.publishId, signal).catch((error: unknown) => {
      if (error instanceof TikTokError && error.code === 'invalid_publish_id') return null;
      throw error;
    });
    if (progress === null || progress.kind === 'failed') return null;
    if (progress.kind !== 'uploading') return { refs: { ...refs, sent: true }, received: video.bytes };
    const received = progress.bytes ?? 0;
    if (received >= video.bytes) return { refs: { ...refs, sent: true }, received };
    const age = this.clock.now().getTime() - Date.parse(refs.startedAt);
    if (refs.gone || age > UPLOAD_LIFETIME_MS) return null;
    return (await access.uploads.open(refs.upload)) === null ? null : { refs, received };
  }

  async #createPost({
    access,
    ask,
    publication,
    video,
    creator,
    save,
    signal,
  }: VideoStep): Promise<VideoRefs> {
    const { chunkBytes, count, bytes } = chunkPlan(video.bytes);
    const data = await ask({
      path: '/v2/post/publish/video/init/',
      json: {
        post_info: videoInfo(publication, creator),
        source_info: {
          source: 'FILE_UPLOAD',
          video_size: bytes,
          chunk_size: chunkBytes,
          total_chunk_count: count,
        },
      },
      request: { signal },
    });
    const publishId = idIn(at(data, 'publish_id'));
    const url = textOf(at(data, 'upload_url'));
    if (publishId === null || url === null)
      throw unreadable('TikTok', 'opened a post but returned no upload URL');
    const refs: VideoRefs = {
      contentHash: publication.contentHash,
      publishId,
      upload: await access.uploads.keep(url),
      startedAt: this.clock.now().toISOString(),
      sent: false,
      username: creator.username,
    };
    await save(refs);
    return refs;
  }

  /** Sends all chunks except the last one. @throws UploadGone */
  async #sendAllButLast(
    { access, video, signal }: VideoStep,
    refs: VideoRefs,
    received: number,
  ): Promise<VideoRefs> {
    const plan = chunkPlan(video.bytes);
    const url = await access.uploads.open(refs.upload);
    if (url === null) throw new UploadGone();
    let index = nextChunk(plan, received);
    let corrections = 0;
    while (index < plan.count - 1) {
      const request = { signal, timeoutMs: CHUNK_MS };
      const result = await retryWithBackoff(
        () => this.#send(url, video, plan, index, request),
        (error) => !signal.aborted && isTransient(error),
        this.pause,
      );
      if (result.kind === 'gone') throw new UploadGone();
      if (result.kind === 'taken') index += 1;
      else if (corrections++ === CORRECTIONS_MAX) throw new UploadGone();
      else index = nextChunk(plan, result.received);
    }
    return index === plan.count ? { ...refs, sent: true } : refs;
  }

  async #send(
    url: string,
    { path, mimeType }: MediaItem,
    plan: ChunkPlan,
    index: number,
    request: RequestOptions,
  ): Promise<ChunkResult> {
    const { first, last } = chunkAt(plan, index);
    const reply = await this.http.send('tiktok', {
      method: 'PUT',
      url,
      headers: {
        'content-type': mimeType,
        'content-range': `bytes ${String(first)}-${String(last)}/${String(plan.bytes)}`,
      },
      body: { path, bytes: last - first + 1, from: first },
      ...request,
    });
    const { status, headers } = reply;
    if (status === (index === plan.count - 1 ? 201 : 206)) return { kind: 'taken' };
    if (status === 403 || status === 404) return GONE;
    if (status === 206 || status === 201 || status === 416)
      return { kind: 'out-of-step', received: receivedIn(headers['content-range']) };
    if (status < 300) throw unreadable(new URL(url).host, `answered a chunk with status ${String(status)}`);
    throw new TikTokError(status, null, reply.text(), headers);
  }
}

const GONE: ChunkResult = { kind: 'gone' };

/** The received bytes in `bytes 0-{received}/{total}`. */
const receivedIn = (range: string | undefined): number =>
  Number(/bytes (?:\d+-)?(\d+)\//u.exec(range ?? '')?.[1] ?? 0);
