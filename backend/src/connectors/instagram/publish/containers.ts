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
/** Images take seconds. The next preparation checks longer videos again. */
const POLL_AFTER_MS = [1_000, 2_000, 3_000, 5_000, 8_000] as const;

/** `gone`: it expired, or Instagram no longer knows it. */
export type InstagramContainerState =
  | Readonly<{ kind: 'ready' | 'working' | 'published' | 'gone' }>
  | Readonly<{ kind: 'failed'; refusal: Refused }>;

/** Makes and watches media containers; does not publish them. */
export class InstagramContainers {
  constructor(
    private readonly graph: GraphClient,
    private readonly media: TemporaryMediaUrls,
    private readonly pause: Pause,
  ) {}

  /** A post of one file. @throws GraphError, TokenRefused, OutgoingError, BreakerOpen, MediaUnusable */
  async ofOne(
    account: PageCredentials,
    access: AccountAccess,
    item: MediaItem,
    { text: caption, options }: Pick<OutgoingPublication, 'text' | 'options'>,
  ): Promise<string> {
    const file = await this.#file(access, item);
    const cover = item.kind === 'video' ? coverOf({ options }) : null;
    return this.#create(account, {
      ...file,
      // A lone video is a Reel: since November 2023 Instagram has no other kind.
      ...(item.kind === 'video' && { media_type: 'REELS', share_to_feed: 'true' }),
      ...(cover !== null && { thumb_offset: String(cover) }),
      ...(caption !== '' && { caption }),
    });
  }

  /** One file of several. @throws as `ofOne` */
  async child(account: PageCredentials, access: AccountAccess, item: MediaItem): Promise<string> {
    const file = await this.#file(access, item);
    return this.#create(account, {
      ...file,
      ...(item.kind === 'video' && { media_type: 'VIDEO' }),
      is_carousel_item: 'true',
    });
  }

  /** Its children must be ready. @throws as `ofOne` */
  carousel(account: PageCredentials, children: readonly string[], caption: string): Promise<string> {
    return this.#create(account, {
      media_type: 'CAROUSEL',
      children: children.join(','),
      ...(caption !== '' && { caption }),
    });
  }

  /** Waits until it is ready, at most as long as a worker may wait. @throws GraphError, TokenRefused, OutgoingError, BreakerOpen */
  async settled(account: PageCredentials, id: string): Promise<InstagramContainerState> {
    for (const wait of POLL_AFTER_MS) {
      const { state, headers } = await this.#ask(account, id);
      // When few calls of this hour are left, the next preparation continues.
      if (state.kind !== 'working' || isNearlyUsedUp(headers)) return state;
      await this.pause(wait);
    }
    return this.state(account, id);
  }

  /** @throws GraphError, TokenRefused, OutgoingError, BreakerOpen */
  async state(account: PageCredentials, id: string): Promise<InstagramContainerState> {
    return (await this.#ask(account, id)).state;
  }

  async #ask(
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

  /** Instagram fetches the bytes itself. Only images have descriptions. */
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
const isGone = ({ code, subcode, spoken, status }: GraphError): boolean =>
  code === 100 || subcode === 2207008 || subcode === 2207020 || (spoken && status === 404);

/** `status` holds the error code in words or alone: "Error: Media upload has failed with error code 2207026". */
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
