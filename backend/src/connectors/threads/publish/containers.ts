import type { TemporaryMediaUrls } from '../../contract/temporary-media-urls.ts';
import type { MediaItem } from '../../contract/publication.ts';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { fitImage } from '../../kit/images.ts';
import { idIn, textOf } from '../../kit/json.ts';
import type { AccountAccess } from '../../contract/account-access.ts';
import { retryWithBackoff, type Pause } from '../../kit/retry-with-backoff.ts';
import type { ThreadsClient } from '../client.ts';
import { isTransient, missesObject, saysNoContainer } from '../errors.ts';
import type { ThreadsSession } from '../tokens.ts';

/** The platform's own states, and `GONE`: the platform does not know the container. */
export type ThreadsContainerState = Readonly<{
  status: 'IN_PROGRESS' | 'FINISHED' | 'ERROR' | 'EXPIRED' | 'PUBLISHED' | 'GONE';
  words: string | null;
}>;

const POLLS = 15;
const POLL_EVERY_MS = 4_000;
const CREATE_MS = 60_000;

/** Containers are unpublished posts. Creating one is safe to repeat: an unpublished container expires after a day. */
export class ThreadsContainers {
  constructor(
    private readonly client: ThreadsClient,
    private readonly media: TemporaryMediaUrls,
    private readonly pause: Pause,
  ) {}

  /** `extra`: further fields, such as the comment to which the text replies. */
  createForText(
    session: ThreadsSession,
    text: string,
    extra: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    return this.#create(session, { media_type: 'TEXT', text, ...extra });
  }

  /**
   * `extra`: the text of a post with one file, or the mark of a carousel's child. @throws MediaUnusable, TokenRefused,
   * ThreadsError, OutgoingError, BreakerOpen
   */
  async createForFile(
    session: ThreadsSession,
    access: AccountAccess,
    item: MediaItem,
    extra: Readonly<Record<string, string>>,
  ): Promise<string> {
    const { imageBytes: bytes, imageTypes: types } = access.limits.media;
    const isImage = item.kind === 'image';
    const file = isImage
      ? await fitImage(item, { bytes, types })
      : { body: { path: item.path, bytes: item.bytes }, type: item.mimeType };
    const url = await this.media.create(access.accountId, file);
    return this.#create(session, {
      media_type: isImage ? 'IMAGE' : 'VIDEO',
      [isImage ? 'image_url' : 'video_url']: url,
      ...(item.altText !== '' && { alt_text: item.altText }),
      ...extra,
    });
  }

  createForCarousel(session: ThreadsSession, children: readonly string[], text: string): Promise<string> {
    return this.#create(session, {
      media_type: 'CAROUSEL',
      children: children.join(','),
      ...(text !== '' && { text }),
    });
  }

  /** @throws TokenRefused, ThreadsError, OutgoingError */
  async stateOf({ token }: ThreadsSession, id: string): Promise<ThreadsContainerState> {
    const path = `/${encodeURIComponent(id)}`;
    const fields = { fields: 'id,status,error_message', access_token: token };
    try {
      const { status, error_message: words } = await retryWithBackoff(
        () => this.client.send({ path, fields }),
        isTransientStep,
        this.pause,
      );
      return { status: statusIn(textOf(status)), words: textOf(words) };
    } catch (error) {
      if (saysNoContainer(error)) return { status: 'PUBLISHED', words: null };
      if (missesObject(error)) return { status: 'GONE', words: null };
      throw error;
    }
  }

  /** Polls until all containers are finished, or one has failed. Returns `IN_PROGRESS` after about a minute. */
  async waitUntilProcessed(
    session: ThreadsSession,
    ids: readonly string[],
    signal: AbortSignal,
  ): Promise<ThreadsContainerState> {
    let polls = 1;
    for (const id of ids) {
      let state = await this.stateOf(session, id);
      for (; state.status === 'IN_PROGRESS'; polls++) {
        if (polls >= POLLS || signal.aborted) return state;
        await this.pause(POLL_EVERY_MS);
        state = await this.stateOf(session, id);
      }
      if (state.status !== 'FINISHED') return state;
    }
    return { status: 'FINISHED', words: null };
  }

  async #create(
    { token, userId }: ThreadsSession,
    fields: Readonly<Record<string, string>>,
  ): Promise<string> {
    const create = () =>
      this.client.send({
        method: 'POST',
        path: `/${encodeURIComponent(userId)}/threads`,
        fields: { ...fields, access_token: token },
        request: { timeoutMs: CREATE_MS },
      });
    const id = idIn((await retryWithBackoff(create, isTransientStep, this.pause))['id']);
    if (id === null)
      throw new OutgoingError('unreadable', true, 'threads', 'made a container and named no id');
    return id;
  }
}

const KNOWN = ['FINISHED', 'ERROR', 'EXPIRED', 'PUBLISHED'] as const;

/** An unknown status does not mean that the container is finished. */
const statusIn = (status: string | null): ThreadsContainerState['status'] =>
  KNOWN.find((known) => known === status) ?? 'IN_PROGRESS';

/** Whether a retry may succeed. Only for steps that are safe to repeat. */
export const isTransientStep = (error: unknown): boolean =>
  error instanceof OutgoingError ? error.failure !== 'blocked' : isTransient(error);
