import { pullFile } from '../../http/pulled-file.ts';
import type { ReceivedBlob } from '../../state/blob-store.ts';
import type { SandboxContext, PostedMedia } from '../sandbox-platform.ts';
import type { TakenFiles, TikTokEntry, TikTokPost, TikTokStore } from './tiktok-store.ts';

const PROCESSING_MS = 1500;
/** The time between the end of processing and the moment when a public post gets its id. */
const CHECK_MS = 500;
const PHOTO_BYTES = 20_000_000;
const PHOTO_TYPES: readonly string[] = ['image/jpeg', 'image/webp'];
export const VIDEO_TYPES: readonly string[] = ['video/mp4', 'video/quicktime', 'video/webm'];
const [LONG_SIDE, SHORT_SIDE] = [1920, 1080];

let lastId = 0n;
/** Returns nineteen digits, which a JavaScript number cannot represent exactly. */
function nextPostId(now: number): string {
  const id = BigInt(Math.floor(now)) << 22n;
  lastId = id > lastId ? id : lastId + 1n;
  return String(lastId);
}

const isReady = ({ taken }: TikTokPost, now: number): boolean => taken !== null && taken.readyAt <= now;
export const isPublished = (post: TikTokPost, now: number): boolean =>
  isReady(post, now) && post.taken?.failReason === null;
/** Whether a post is in lists: it is public, and TikTok's check has ended. */
export const isListed = (post: TikTokPost, now: number): boolean =>
  post.info.privacyLevel === 'PUBLIC_TO_EVERYONE' && isPublished(post, now - CHECK_MS);
export const postPage = ({ account, taken }: TikTokPost): string =>
  `/tiktok/@${account}/video/${taken?.postId ?? ''}`;

/** Processes a post after its files have arrived. */
export class Progress {
  readonly #context: SandboxContext;
  readonly #store: TikTokStore;
  readonly #commit: (entry: TikTokEntry) => void;
  readonly #pulling = new Set<string>();

  constructor(context: SandboxContext, store: TikTokStore, commit: (entry: TikTokEntry) => void) {
    this.#context = context;
    this.#store = store;
    this.#commit = commit;
  }

  /** Starts to process a video. `length`: milliseconds; null when it is unknown or not needed. */
  takeVideo(post: TikTokPost, file: ReceivedBlob, length: number | null): void {
    const isVideo = VIDEO_TYPES.includes(file.type ?? '');
    // TikTok does not document what happens to a cover time after the end of the video. The sandbox lets such a post fail, so that specs
    // notice the mistake.
    const isCoverInside = (post.info.coverAt ?? 0) < (length ?? Infinity);
    const failure = isVideo ? 'duration_check_failed' : 'file_format_check_failed';
    this.#startProcessing(post, [mediaOf(file)], isVideo && isCoverInside ? null : failure);
  }

  /**
   * Fetches photos after the response was sent. After a restart, the next status request for the post, or a request for the list, resumes
   * the fetch.
   */
  pull(post: TikTokPost): void {
    if (post.source.kind !== 'photos' || post.taken || this.#pulling.has(post.publishId)) return;
    this.#pulling.add(post.publishId);
    void this.#pullFiles(post.source.urls)
      .then(({ media, failReason }) => {
        this.#startProcessing(post, media, failReason);
      })
      .finally(() => this.#pulling.delete(post.publishId));
  }

  /** Resumes the fetches of an account’s posts. */
  pullWaiting(account: string): void {
    for (const post of this.#store.posts()) if (post.account === account) this.pull(post);
  }

  /** The `data` of the status call. Post ids are numbers there. */
  view(post: TikTokPost): object {
    const now = this.#context.now();
    const { source, taken, received } = post;
    const uploaded = source.kind === 'video' ? { uploaded_bytes: taken ? source.size : received } : {};
    if (!isReady(post, now)) {
      const status = source.kind === 'video' ? 'PROCESSING_UPLOAD' : 'PROCESSING_DOWNLOAD';
      return { status, ...uploaded };
    }
    if (taken?.failReason) return { status: 'FAILED', fail_reason: taken.failReason, ...uploaded };
    const ids = isListed(post, now) ? [`id:${taken?.postId ?? ''}`] : [];
    return { status: 'PUBLISH_COMPLETE', ...uploaded, publicaly_available_post_id: ids };
  }

  #startProcessing(post: TikTokPost, media: readonly PostedMedia[], failReason: string | null): void {
    const { faults, now } = this.#context;
    const names = [post.account];
    const slow = faults.take('tiktok', 'slowProcessing', names);
    const wait = slow ? slow.retryAfterSeconds * 1000 : PROCESSING_MS;
    const fails = faults.take('tiktok', 'failProcessing', names) ? 'file_format_check_failed' : failReason;
    const taken: TakenFiles = { media, readyAt: now() + wait, failReason: fails, postId: nextPostId(now()) };
    this.#commit({ type: 'taken', publishId: post.publishId, taken });
  }

  async #pullFiles(
    urls: readonly string[],
  ): Promise<Readonly<{ media: readonly PostedMedia[]; failReason: string | null }>> {
    const media: PostedMedia[] = [];
    for (const url of urls) {
      const pulled = await pullFile(url, this.#context.blobs, PHOTO_BYTES);
      if (!pulled) return { media, failReason: 'photo_pull_failed' };
      const { file } = pulled;
      media.push(mediaOf(file));
      if (!PHOTO_TYPES.includes(file.type ?? '')) return { media, failReason: 'file_format_check_failed' };
      if (!(await this.#fitsLimits(file))) return { media, failReason: 'picture_size_check_failed' };
    }
    return { media, failReason: null };
  }

  async #fitsLimits({ sha256 }: ReceivedBlob): Promise<boolean> {
    const { default: sharp } = await import('sharp');
    const picture = this.#context.blobs.read(sha256)?.stream().pipe(sharp());
    const { width = 0, height = 0 } = (await picture?.metadata().catch(() => undefined)) ?? {};
    return (
      Math.min(width, height) > 0 &&
      Math.max(width, height) <= LONG_SIDE &&
      Math.min(width, height) <= SHORT_SIDE
    );
  }
}

const mediaOf = ({ type, bytes, sha256 }: ReceivedBlob): PostedMedia => ({
  type: type ?? 'application/octet-stream',
  bytes,
  sha256,
  alt: '',
});
