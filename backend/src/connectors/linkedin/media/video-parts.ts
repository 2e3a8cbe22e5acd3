import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import type { AccountAccess, UploadAddresses } from '../../contract/account-access.ts';
import type { MediaItem } from '../../contract/publication.ts';
import { at, listOf, textOf } from '../../kit/json.ts';
import { unreadable } from '../../kit/json-request.ts';
import { isTransient } from '../../kit/platform-error.ts';
import { retryWithBackoff, type Pause } from '../../kit/retry-with-backoff.ts';
import type { LinkedInClient } from '../client.ts';
import { isDefinite } from '../errors.ts';
import type { AssetRef } from './refs.ts';
import type { LinkedInSession } from '../tokens.ts';

export type AssetUpload = Readonly<{ session: LinkedInSession; signal: AbortSignal }>;

/** One file during its upload to LinkedIn. */
export type AssetTask = AssetUpload &
  Readonly<{
    access: AccountAccess;
    /** Stores the progress of the current file. */
    keep(asset: AssetRef): Promise<void>;
  }>;

const PART_MS = 120_000;
/** LinkedIn responds after it has joined the parts, which takes longer for a larger video. */
const FINALIZE_MS = 120_000;

/** `first` and `last`: the offsets of the part's first and last byte. */
type Part = Readonly<{ url: string; first: number; last: number }>;
/** `upload`: the name of the upload URLs in the vault. `token`: LinkedIn's token of this upload. */
type OpenUpload = Readonly<{
  urn: string;
  upload: string;
  token: string;
  parts: readonly Part[];
  etags: readonly string[];
}>;

/**
 * Uploads a video in the parts that LinkedIn returns, each to a different URL. Then sends the ETags of the parts to complete
 * the video.
 */
export class VideoParts {
  constructor(
    private readonly client: LinkedInClient,
    private readonly pause: Pause,
  ) {}

  /** @throws LinkedInError, TokenRefused, OutgoingError, BreakerOpen */
  async upload(task: AssetTask, item: MediaItem, known: AssetRef | undefined): Promise<void> {
    const open = known && (await openStored(task.access.uploads, known));
    if (open) {
      try {
        await this.#send(task, item, open);
        return;
      } catch (error) {
        // The upload URLs have expired. A new upload leaves an unused video, which is not visible.
        if (!isDefinite(error)) throw error;
      }
    }
    await this.#send(task, item, await this.#begin(task, item));
  }

  async #begin({ session, access, signal, keep }: AssetTask, { bytes }: MediaItem): Promise<OpenUpload> {
    const { token, author: owner } = session;
    const json = {
      initializeUploadRequest: { owner, fileSizeBytes: bytes, uploadCaptions: false, uploadThumbnail: false },
    };
    const path = '/rest/videos?action=initializeUpload';
    const begin = () => this.client.read({ token, method: 'POST', path, json, request: { signal } });
    const value = at(await retryWithBackoff(begin, isTransient, this.pause), 'value');
    const urn = textOf(at(value, 'video'));
    const secret = JSON.stringify({
      token: textOf(at(value, 'uploadToken')) ?? '',
      parts: listOf(at(value, 'uploadInstructions')),
    });
    const upload = await access.uploads.keep(secret);
    const open = urn === null ? null : await openStored(access.uploads, { urn, upload, etags: [] });
    if (!open) throw unreadable('linkedin', 'registered a video but returned no upload URLs');
    await keep({ urn: open.urn, upload, etags: [] });
    return open;
  }

  async #send(
    { session, signal, keep }: AssetTask,
    { path, bytes }: MediaItem,
    open: OpenUpload,
  ): Promise<void> {
    const { urn, upload } = open;
    let { etags } = open;
    // If all parts were already sent, an earlier attempt has probably also requested the completion.
    const wasRequested = etags.length === open.parts.length;
    for (const { url, first, last } of open.parts.slice(etags.length)) {
      if (first >= bytes) throw unreadable('linkedin', 'wants more of a video than there is');
      // For the last part, LinkedIn may return the end of a full part.
      const body = { path, from: first, bytes: Math.min(last, bytes - 1) - first + 1 };
      const type = 'application/octet-stream';
      const put = () => this.client.upload({ url, body, type, timeoutMs: PART_MS, signal });
      const etag = (await retryWithBackoff(put, isTransient, this.pause)).headers['etag'];
      if (etag === undefined) throw unreadable('linkedin', 'took a part of a video and named no ETag');
      etags = [...etags, etag];
      await keep({ urn, upload, etags });
    }
    const request = { video: urn, uploadToken: open.token, uploadedPartIds: [...etags] };
    const isCertain = await this.#finalize({ session, signal }, request, wasRequested);
    await keep({ urn, ...(!isCertain && { doubtful: true }) });
  }

  /**
   * Requests the completion of a video. Returns whether the video is certainly complete. If a response was lost, LinkedIn refuses the repeated
   * request. After this refusal, the state of the video decides. Apps cannot read a member's files, so in that case the response to the post
   * shows a problem (`MEDIA_ASSET_WAITING_UPLOAD`).
   */
  async #finalize(
    { session: { token }, signal }: Pick<AssetTask, 'session' | 'signal'>,
    request: Readonly<{ video: string; uploadToken: string; uploadedPartIds: string[] }>,
    wasRequested: boolean,
  ): Promise<boolean> {
    const call = {
      token,
      method: 'POST',
      path: '/rest/videos?action=finalizeUpload',
      json: { finalizeUploadRequest: request },
      request: { signal, timeoutMs: FINALIZE_MS },
    } as const;
    let calls = wasRequested ? 1 : 0;
    const send = () => {
      calls += 1;
      return this.client.send(call);
    };
    try {
      await retryWithBackoff(send, isTransient, this.pause);
      return true;
    } catch (error) {
      if (!isDefinite(error)) throw error;
      const state = await this.#stateOf(request.video, { token, signal });
      if (state === 'whole') return true;
      // If LinkedIn refused the first call, no earlier call completed the video.
      if (state === 'closed' && calls > 1) return false;
      throw error;
    }
  }

  /** `whole`: LinkedIn has the whole video. `open`: it waits for the upload, or does not know the video. `closed`: this app may not read it. */
  async #stateOf(
    urn: string,
    { token, signal }: { token: string; signal: AbortSignal },
  ): Promise<'whole' | 'open' | 'closed'> {
    const path = `/rest/videos/${encodeURIComponent(urn)}`;
    try {
      const { status } = await this.client.read({ token, path, request: { signal } });
      return typeof status === 'string' && status !== 'WAITING_UPLOAD' ? 'whole' : 'open';
    } catch (error) {
      if (isDefinite(error)) return error.status === 403 ? 'closed' : 'open';
      throw error;
    }
  }
}

/** Reads the stored upload; null: the upload URLs were deleted. */
async function openStored(
  uploads: UploadAddresses,
  { urn, upload, etags = [] }: AssetRef,
): Promise<OpenUpload | null> {
  const secret = upload === undefined ? null : await uploads.open(upload);
  if (upload === undefined || secret === null) return null;
  const stored = JSON.parse(secret) as JsonValue;
  const parts = listOf(at(stored, 'parts')).flatMap((part) => partIn(part) ?? []);
  return parts.length === 0 ? null : { urn, upload, token: textOf(at(stored, 'token')) ?? '', parts, etags };
}

function partIn(value: JsonValue): Part | null {
  const url = textOf(at(value, 'uploadUrl'));
  const [first, last] = [at(value, 'firstByte'), at(value, 'lastByte')];
  if (url === null || typeof first !== 'number' || typeof last !== 'number') return null;
  return Number.isSafeInteger(first) && first >= 0 && last >= first ? { url, first, last } : null;
}
