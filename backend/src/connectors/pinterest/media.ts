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

/** `form`: the address for the file, and the form fields. Anyone with the form can upload. */
export type Announced = Readonly<{ mediaId: string; form: string }>;
/** `lost`: the platform does not know it, or no longer accepts bytes for it. */
export type PinterestVideoState = 'ready' | 'working' | 'failed' | 'lost';

/** A video before its pin: announced to the platform, sent to the storage that it names, and processed. */
export class PinterestVideoUpload {
  constructor(
    private readonly client: PinterestClient,
    private readonly pause: Pause,
  ) {}

  /** Safe to repeat. @throws TokenRefused, PinterestError, OutgoingError */
  async announce(token: string): Promise<Announced> {
    const announce = () =>
      this.client.send({ method: 'POST', path: '/media', token, json: { media_type: 'video' } });
    const body = await retryWithBackoff(announce, isTransient, this.pause);
    const mediaId = idIn(body?.['media_id']);
    const address = textOf(body?.['upload_url']);
    const fields = objectOf(body?.['upload_parameters']);
    if (mediaId === null || address === null || fields === null)
      throw new OutgoingError('unreadable', true, 'pinterest', 'announced a video and named no address');
    return { mediaId, form: JSON.stringify({ address, fields }) };
  }

  /** False: the storage refuses the file, because the time for it is over or it was cut short. @throws OutgoingError */
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

  /** Waits for the platform to finish; `working` when that takes too long for now. @throws as `announce` */
  async settled(token: string, mediaId: string, signal: AbortSignal): Promise<PinterestVideoState> {
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
