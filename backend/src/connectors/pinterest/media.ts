import { extensionOf } from '#infrastructure/media/store/media-store.ts';
import type { MediaItem } from '../contract/publication.ts';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { at, idIn, objectOf, textOf } from '../kit/json.ts';
import { isTransient } from '../kit/platform-error.ts';
import { retryWithBackoff, type Pause } from '../kit/retry-with-backoff.ts';
import { PinterestError, type PinterestClient } from './client.ts';
import { isMissing } from './errors.ts';

const UPLOAD_MS = 600_000;
const POLLS = 20;
const POLL_EVERY_MS = 5_000;

/** A registered video. `form`: the upload address and the form fields, as JSON. Anyone who has the form can upload. */
export type RegisteredVideo = Readonly<{ mediaId: string; form: string }>;
/** `lost`: the platform does not know the video. */
export type PinterestVideoState = 'ready' | 'working' | 'failed' | 'lost';

/** Uploads a video before its pin is made: registers it at the platform, sends it to the storage, and waits until it is processed. */
export class PinterestVideoUpload {
  constructor(
    private readonly client: PinterestClient,
    private readonly pause: Pause,
  ) {}

  /** Registers a video. Safe to repeat. @throws TokenRefused, PinterestError, OutgoingError */
  async register(token: string): Promise<RegisteredVideo> {
    const register = () =>
      this.client.send({ method: 'POST', path: '/media', token, json: { media_type: 'video' } });
    const body = await retryWithBackoff(register, isTransient, this.pause);
    const mediaId = idIn(body?.['media_id']);
    const address = textOf(body?.['upload_url']);
    const fields = objectOf(body?.['upload_parameters']);
    if (mediaId === null || address === null || fields === null)
      throw new OutgoingError('unreadable', true, 'pinterest', 'announced a video and named no address');
    return { mediaId, form: JSON.stringify({ address, fields }) };
  }

  /** Sends the file to the storage. False: the storage refuses the file, for example because the form has expired. @throws OutgoingError */
  async send(form: string, item: MediaItem): Promise<boolean> {
    const { address, fields } = JSON.parse(form) as { address: string; fields: Record<string, unknown> };
    const parts = [
      ...Object.entries(fields).map(([name, value]) => ({ name, value: String(value) })),
      // The storage ignores fields after the file.
      {
        name: 'file',
        value: { path: item.path, bytes: item.bytes },
        filename: `video.${extensionOf(item.mimeType)}`,
        type: item.mimeType,
      },
    ];
    try {
      await retryWithBackoff(
        () => this.client.upload(address, parts, { timeoutMs: UPLOAD_MS }),
        isTransient,
        this.pause,
      );
      return true;
    } catch (error) {
      if (error instanceof PinterestError && error.status < 500) return false;
      throw error;
    }
  }

  /** Polls until the platform has processed the video; `working` if this takes too long. @throws the errors of `register` */
  async waitUntilProcessed(
    token: string,
    mediaId: string,
    signal: AbortSignal,
  ): Promise<PinterestVideoState> {
    for (let poll = 1; ; poll++) {
      const state = await this.#stateOf(token, mediaId);
      if (state !== 'working' || poll === POLLS || signal.aborted) return state;
      await this.pause(POLL_EVERY_MS);
    }
  }

  async #stateOf(token: string, mediaId: string): Promise<PinterestVideoState> {
    const path = `/media/${encodeURIComponent(mediaId)}`;
    try {
      const body = await retryWithBackoff(() => this.client.send({ path, token }), isTransient, this.pause);
      const status = textOf(at(body ?? undefined, 'status'));
      return status === 'succeeded' ? 'ready' : status === 'failed' ? 'failed' : 'working';
    } catch (error) {
      if (isMissing(error)) return 'lost';
      throw error;
    }
  }
}
