import type { MediaItem } from '../../contract/publication.ts';
import { fitImage, type ReadyImage } from '../../kit/images.ts';
import { at, textOf } from '../../kit/json.ts';
import { unreadable } from '../../kit/json-request.ts';
import { isTransient } from '../../kit/platform-error.ts';
import { retryWithBackoff, type Pause } from '../../kit/retry-with-backoff.ts';
import { LinkedInError, type LinkedInClient } from '../client.ts';
import { VideoParts, type AssetTask, type AssetUpload } from './video-parts.ts';
import { isDefinite, isUnreadable } from '../errors.ts';
import type { AssetRef } from './refs.ts';
import type { LinkedInSession } from '../tokens.ts';

const IMAGE_MS = 60_000;
const POLLS = 10;
const POLL_EVERY_MS = 1_500;
/**
 * The maximum number of polls for an image that LinkedIn does not return. LinkedIn does not document that apps can read images.
 * Posthorn uses such an image anyway: LinkedIn accepted its bytes, and the response to the post reports any problem.
 */
const MISSING_IMAGE_POLLS = 2;
/**
 * The maximum number of polls for a file that this token may not read. LinkedIn refuses a post whose file failed before the call.
 * LinkedIn silently drops a post whose file fails afterwards. So Posthorn waits a few seconds.
 */
const FORBIDDEN_POLLS = 4;

/** `missing`: LinkedIn does not return the file. `forbidden`: this token may not read the file. */
type AssetState =
  | Readonly<{ kind: 'ready' | 'working' | 'missing' | 'forbidden' }>
  | Readonly<{ kind: 'failed'; words: string | null }>;

/** Uploads files, so that a post can refer to them. */
export class LinkedInAssets {
  readonly #videos: VideoParts;

  constructor(
    private readonly client: LinkedInClient,
    private readonly pause: Pause,
  ) {
    this.#videos = new VideoParts(client, pause);
  }

  /** Uploads a file, or continues the upload of `known`. @throws LinkedInError, TokenRefused, OutgoingError, BreakerOpen, MediaUnusable */
  async upload(task: AssetTask, item: MediaItem, known: AssetRef | undefined): Promise<void> {
    if (known && known.upload === undefined) return;
    if (item.kind === 'video') await this.#videos.upload(task, item, known);
    else await this.#uploadImage(task, item);
  }

  async #uploadImage({ access, keep, ...task }: AssetTask, item: MediaItem): Promise<void> {
    const { imageBytes: bytes, imageTypes: types } = access.limits.media;
    await keep({ urn: await this.#uploadBytes(task, await fitImage(item, { bytes, types })) });
  }

  /**
   * Uploads the picture of a card. Null: LinkedIn refused the picture, or still processes it.
   * @throws LinkedInError, TokenRefused, OutgoingError, BreakerOpen
   */
  async uploadThumbnail(task: AssetUpload, body: Buffer): Promise<string | null> {
    try {
      const urn = await this.#uploadBytes(task, { body, type: 'image/jpeg' });
      const { kind } = await this.stateOf(task, [{ urn }]);
      return kind === 'ready' ? urn : null;
    } catch (error) {
      if (isDefinite(error)) return null;
      throw error;
    }
  }

  /** Registers and uploads an image. Safe to repeat: a lost upload leaves only an unused image. */
  async #uploadBytes(
    { session: { token, author }, signal }: AssetUpload,
    { body, type }: Pick<ReadyImage, 'body' | 'type'>,
  ): Promise<string> {
    const json = { initializeUploadRequest: { owner: author } };
    const send = async (): Promise<string> => {
      const path = '/rest/images?action=initializeUpload';
      const registration = await this.client.read({ token, method: 'POST', path, json, request: { signal } });
      const url = textOf(at(registration, 'value', 'uploadUrl'));
      const urn = textOf(at(registration, 'value', 'image'));
      if (url === null || urn === null)
        throw unreadable('linkedin', 'registered an image but returned no upload URL');
      await this.client.upload({ url, body, type, token, timeoutMs: IMAGE_MS, signal });
      return urn;
    };
    return retryWithBackoff(send, isTransient, this.pause);
  }

  /**
   * Polls until all files are ready or the polls are used up. All files share one limit on polls. @throws LinkedInError,
   * TokenRefused, OutgoingError, BreakerOpen
   */
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
        const isForbidden = state.kind === 'forbidden';
        const mayUseUnseen = isForbidden || (state.kind === 'missing' && !isVideo(urn));
        const most = isForbidden ? FORBIDDEN_POLLS : mayUseUnseen ? MISSING_IMAGE_POLLS : POLLS;
        if (polls >= most || signal.aborted) {
          if (state.kind === 'working') return state;
          if (!mayUseUnseen) return { kind: 'failed', words: null };
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
      // Some LinkedIn API products let an app upload files but not read them. For such an app, the response to the post reports a problem.
      if (error.isFromPlatform && error.status === 403) return { kind: 'forbidden' };
      if (isUnreadable(error) && (error.isFromPlatform || !isVideo(urn))) return { kind: 'missing' };
      throw error;
    }
  }
}

const isVideo = (urn: string): boolean => urn.startsWith('urn:li:video:');
