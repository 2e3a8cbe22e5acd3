import type { MediaItem } from '../../contract/publication.ts';
import { fitImage, type ReadyImage } from '../../kit/images.ts';
import { at, textOf } from '../../kit/json.ts';
import { unreadable } from '../../kit/json-request.ts';
import { isTransient } from '../../kit/platform-error.ts';
import { retryWithBackoff, type Pause } from '../../kit/retry-with-backoff.ts';
import { LinkedInError, type LinkedInClient } from '../client.ts';
import { VideoParts, type AssetTask, type AssetUpload } from './video-parts.ts';
import { isDefinite, isNotShown } from '../errors.ts';
import type { AssetRef } from './refs.ts';
import type { LinkedInSession } from '../tokens.ts';

const IMAGE_MS = 60_000;
const POLLS = 10;
const POLL_EVERY_MS = 1_500;
/**
 * It is not documented that an image can be read. An image that is still not shown is used anyway: LinkedIn accepted its bytes, and
 * the answer to the post reports any problem.
 */
const UNREAD_POLLS = 2;
/**
 * A file that cannot be read is given some seconds. LinkedIn refuses a post whose file has failed by then, and silently drops one
 * whose file fails afterwards.
 */
const CLOSED_POLLS = 4;

/** `missing`: LinkedIn does not know it, yet or any more. `closed`: this token may not read it. */
type AssetState =
  | Readonly<{ kind: 'ready' | 'working' | 'missing' | 'closed' }>
  | Readonly<{ kind: 'failed'; words: string | null }>;

/** Uploads files so that a post can name them. */
export class LinkedInAssets {
  readonly #videos: VideoParts;

  constructor(
    private readonly client: LinkedInClient,
    private readonly pause: Pause,
  ) {
    this.#videos = new VideoParts(client, pause);
  }

  /** Continues from `known`. @throws LinkedInError, TokenRefused, OutgoingError, BreakerOpen, MediaUnusable */
  async upload(task: AssetTask, item: MediaItem, known: AssetRef | undefined): Promise<void> {
    if (known && known.upload === undefined) return;
    if (item.kind === 'video') await this.#videos.upload(task, item, known);
    else await this.#image(task, item);
  }

  async #image({ access, keep, ...task }: AssetTask, item: MediaItem): Promise<void> {
    const { imageBytes: bytes, imageTypes: types } = access.limits.media;
    await keep({ urn: await this.#put(task, await fitImage(item, { bytes, types })) });
  }

  /**
   * Uploads the picture of a card. Null: LinkedIn refused it, or has not finished it.
   * @throws LinkedInError, TokenRefused, OutgoingError, BreakerOpen
   */
  async thumbnail(task: AssetUpload, body: Buffer): Promise<string | null> {
    try {
      const urn = await this.#put(task, { body, type: 'image/jpeg' });
      const { kind } = await this.stateOf(task, [{ urn }]);
      return kind === 'ready' ? urn : null;
    } catch (error) {
      if (isDefinite(error)) return null;
      throw error;
    }
  }

  /** A lost upload leaves only an orphan. */
  async #put(
    { session: { token, author }, signal }: AssetUpload,
    { body, type }: Pick<ReadyImage, 'body' | 'type'>,
  ): Promise<string> {
    const json = { initializeUploadRequest: { owner: author } };
    const send = async (): Promise<string> => {
      const path = '/rest/images?action=initializeUpload';
      const answer = await this.client.read({ token, method: 'POST', path, json, request: { signal } });
      const url = textOf(at(answer, 'value', 'uploadUrl'));
      const urn = textOf(at(answer, 'value', 'image'));
      if (url === null || urn === null)
        throw unreadable('linkedin', 'registered an image and named no address');
      await this.client.upload({ url, body, type, token, timeoutMs: IMAGE_MS, signal });
      return urn;
    };
    return retryWithBackoff(send, isTransient, this.pause);
  }

  /** Waits a while for all of them together. @throws LinkedInError, TokenRefused, OutgoingError, BreakerOpen */
  async stateOf({ session, signal }: AssetUpload, assets: readonly AssetRef[]): Promise<AssetState> {
    let polls = 0;
    for (const { urn } of assets) {
      for (;;) {
        const state = await retryWithBackoff(
          () => this.#state(session, urn, signal),
          isTransient,
          this.pause,
        );
        if (state.kind === 'failed') return state;
        if (state.kind === 'ready') break;
        polls += 1;
        const isClosed = state.kind === 'closed';
        const isUnread = isClosed || (state.kind === 'missing' && !isVideo(urn));
        const most = isClosed ? CLOSED_POLLS : isUnread ? UNREAD_POLLS : POLLS;
        if (polls >= most || signal.aborted) {
          if (state.kind === 'working') return state;
          if (!isUnread) return { kind: 'failed', words: null };
          break;
        }
        await this.pause(POLL_EVERY_MS);
      }
    }
    return { kind: 'ready' };
  }

  async #state({ token }: LinkedInSession, urn: string, signal: AbortSignal): Promise<AssetState> {
    const kind = isVideo(urn) ? 'videos' : 'images';
    try {
      const path = `/rest/${kind}/${encodeURIComponent(urn)}`;
      const asset = await this.client.read({ token, path, request: { signal } });
      if (asset['status'] === 'PROCESSING_FAILED')
        return { kind: 'failed', words: textOf(asset['processingFailureReason']) };
      return { kind: asset['status'] === 'AVAILABLE' ? 'ready' : 'working' };
    } catch (error) {
      if (!(error instanceof LinkedInError)) throw error;
      // Some products may write files but not read them: then the answer to the post shows whether they are ready.
      if (error.spoken && error.status === 403) return { kind: 'closed' };
      if (isNotShown(error) && (error.spoken || !isVideo(urn))) return { kind: 'missing' };
      throw error;
    }
  }
}

const isVideo = (urn: string): boolean => urn.startsWith('urn:li:video:');
