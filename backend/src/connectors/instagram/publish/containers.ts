import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { TemporaryMediaUrls } from '../../contract/temporary-media-urls.ts';
import type { Refused } from '../../contract/outcome.ts';
import type { MediaItem, OutgoingPublication } from '../../contract/publication.ts';
import { fitImage } from '../../kit/images.ts';
import { coverOf } from '../../kit/cover-field.ts';
import { at, idIn, textOf } from '../../kit/json.ts';
import type { GraphClient } from '../../meta/client/graph-client.ts';
import { GraphError } from '../../meta/errors/graph-error.ts';
import { failureBySubcode, isTransient } from '../../meta/errors/graph-outcomes.ts';
import type { PageCredentials } from '../../meta/tokens/page-token.ts';
import { isNearlyUsedUp } from '../../meta/errors/rate-usage.ts';
import type { AccountAccess } from '../../contract/account-access.ts';
import { retryWithBackoff, type Pause } from '../../kit/retry-with-backoff.ts';

const CREATE_MS = 60_000;
/** Instagram processes images within seconds. For longer videos, the next preparation checks the state again. */
const POLL_AFTER_MS = [1_000, 2_000, 3_000, 5_000, 8_000] as const;

/** `gone`: the container expired, or Instagram does not know it. */
export type InstagramContainerState =
  | Readonly<{ kind: 'ready' | 'working' | 'published' | 'gone' }>
  | Readonly<{ kind: 'failed'; refusal: Refused }>;

/** Creates media containers and polls their state. Does not publish them. */
export class InstagramContainers {
  constructor(
    private readonly graph: GraphClient,
    private readonly media: TemporaryMediaUrls,
    private readonly pause: Pause,
  ) {}

  /** Creates the container of a post with one file. @throws GraphError, TokenRefused, OutgoingError, BreakerOpen, MediaUnusable */
  async createSingle(
    account: PageCredentials,
    access: AccountAccess,
    item: MediaItem,
    { text: caption, options }: Pick<OutgoingPublication, 'text' | 'options'>,
  ): Promise<string> {
    const file = await this.#file(access, item);
    const cover = item.kind === 'video' ? coverOf({ options }) : null;
    return this.#create(account, {
      ...file,
      // A single video is always a Reel: since November 2023, Instagram has no other kind.
      ...(item.kind === 'video' && { media_type: 'REELS', share_to_feed: 'true' }),
      ...(cover !== null && { thumb_offset: String(cover) }),
      ...(caption !== '' && { caption }),
    });
  }

  /** Creates the container of one file in a carousel. @throws the errors of `createSingle` */
  async createChild(account: PageCredentials, access: AccountAccess, item: MediaItem): Promise<string> {
    const file = await this.#file(access, item);
    return this.#create(account, {
      ...file,
      ...(item.kind === 'video' && { media_type: 'VIDEO' }),
      is_carousel_item: 'true',
    });
  }

  /** Creates the container of a carousel, whose children must be ready. @throws the errors of `createSingle` */
  createCarousel(account: PageCredentials, children: readonly string[], caption: string): Promise<string> {
    return this.#create(account, {
      media_type: 'CAROUSEL',
      children: children.join(','),
      ...(caption !== '' && { caption }),
    });
  }

  /**
   * Polls until the container is no longer being processed, for about 20 seconds. @throws GraphError, TokenRefused, OutgoingError,
   * BreakerOpen
   */
  async waitUntilProcessed(account: PageCredentials, id: string): Promise<InstagramContainerState> {
    for (const wait of POLL_AFTER_MS) {
      const { state, headers } = await this.#readState(account, id);
      // If the rate limit is nearly used up, this does not wait: the next preparation continues.
      if (state.kind !== 'working' || isNearlyUsedUp(headers)) return state;
      await this.pause(wait);
    }
    return this.state(account, id);
  }

  /** @throws GraphError, TokenRefused, OutgoingError, BreakerOpen */
  async state(account: PageCredentials, id: string): Promise<InstagramContainerState> {
    return (await this.#readState(account, id)).state;
  }

  async #readState(
    { accessToken: token }: PageCredentials,
    id: string,
  ): Promise<Readonly<{ state: InstagramContainerState; headers: Readonly<Record<string, string>> }>> {
    const ask = () => this.graph.send({ path: id, token, fields: { fields: 'status_code,status' } });
    try {
      const { body, headers } = await retryWithBackoff(ask, isTransient, this.pause);
      return { state: stateIn(textOf(at(body, 'status_code')), textOf(at(body, 'status'))), headers };
    } catch (error) {
      if (error instanceof GraphError && isGone(error))
        return { state: { kind: 'gone' }, headers: error.headers };
      throw error;
    }
  }

  /** The fields with the URL from which Instagram fetches the file. Only images have an alternative text. */
  async #file(access: AccountAccess, item: MediaItem): Promise<Record<string, string>> {
    if (item.kind === 'video') {
      const body = { path: item.path, bytes: item.bytes };
      return { video_url: await this.media.create(access.accountId, { body, type: item.mimeType }) };
    }
    const { imageBytes: bytes, imageTypes: types } = access.limits.media;
    const { body, type } = await fitImage(item, { bytes, types });
    return {
      image_url: await this.media.create(access.accountId, { body, type }),
      ...(item.altText !== '' && { alt_text: item.altText }),
    };
  }

  async #create(
    { ownerId, accessToken: token }: PageCredentials,
    fields: Readonly<Record<string, string>>,
  ): Promise<string> {
    const create = () =>
      this.graph.send({
        path: `${ownerId}/media`,
        method: 'POST',
        token,
        fields,
        request: { timeoutMs: CREATE_MS },
      });
    const id = idIn(at((await retryWithBackoff(create, isTransient, this.pause)).body, 'id'));
    if (id === null) throw new OutgoingError('unreadable', true, ownerId, 'made a container and named no id');
    return id;
  }
}

/** Expired (2207020), not found (2207008), or simply unknown. */
const isGone = ({ code, subcode, isFromPlatform, status }: GraphError): boolean =>
  code === 100 || subcode === 2207008 || subcode === 2207020 || (isFromPlatform && status === 404);

/** `status` contains the error code, within a sentence or alone: "Error: Media upload has failed with error code 2207026". */
function stateIn(code: string | null, status: string | null): InstagramContainerState {
  switch (code) {
    case 'FINISHED':
      return { kind: 'ready' };
    case 'PUBLISHED':
      return { kind: 'published' };
    case 'EXPIRED':
      return { kind: 'gone' };
    case 'ERROR': {
      const subcode = /\b2207\d{3}\b/u.exec(status ?? '')?.[0];
      return { kind: 'failed', refusal: failureBySubcode(subcode ? Number(subcode) : null, status) };
    }
    case null:
    default:
      return { kind: 'working' };
  }
}
