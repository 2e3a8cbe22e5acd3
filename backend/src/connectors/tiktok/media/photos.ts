import type { Clock } from '#infrastructure/clock.ts';
import type { TemporaryMediaUrls } from '../../contract/temporary-media-urls.ts';
import type { CallOutcome } from '../../contract/outcome.ts';
import type { OutgoingPublication } from '../../contract/publication.ts';
import { fitImage } from '../../kit/images.ts';
import { at, idIn } from '../../kit/json.ts';
import { refused, unknown } from '../../kit/outcomes.ts';
import type { AccountAccess } from '../../contract/account-access.ts';
import type { Ask } from '../client.ts';
import type { Creator } from '../publish/creator.ts';
import { PHOTO_SIDES, TIKTOK_LIMITS } from '../limits.ts';
import { photoInfo } from '../publish/post-info.ts';
import type { PhotoRefs } from '../publish/refs.ts';

/**
 * Posthorn's URLs for photos are valid for three days. The preparation makes new ones after two days, because TikTok may fetch the
 * photos up to an hour after the call.
 */
const NEW_URLS_AFTER_MS = 2 * 86_400_000;
const CALL_MS = 30_000;

/** Publishes photos with one call. TikTok fetches the photos from Posthorn. */
export class TikTokPhotos {
  constructor(
    private readonly mediaUrls: TemporaryMediaUrls,
    private readonly clock: Clock,
  ) {}

  /** Makes a URL for each photo. Safe to repeat: an unused URL expires. @throws MediaUnusable */
  async prepare(
    access: AccountAccess,
    { media, contentHash }: OutgoingPublication,
    { commentDisabled, username }: Creator,
    refs: PhotoRefs | null,
  ): Promise<PhotoRefs> {
    if (refs && (await this.#photoUrls(access, refs)) !== null) return { ...refs, commentDisabled, username };
    const { imageBytes: bytes, imageTypes: types } = TIKTOK_LIMITS.media;
    const lent: string[] = [];
    for (const item of media) {
      const { body, type } = await fitImage(item, { bytes, types, sides: PHOTO_SIDES });
      lent.push(await access.uploads.keep(await this.mediaUrls.create(access.accountId, { body, type })));
    }
    return { contentHash, lent, lentAt: this.clock.now().toISOString(), commentDisabled, username };
  }

  /** @throws what `ask` throws */
  async publish(
    access: AccountAccess,
    ask: Ask,
    publication: OutgoingPublication,
    refs: PhotoRefs,
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    const urls = await this.#photoUrls(access, refs);
    if (urls?.length !== publication.media.length) return refused('not-prepared', null, true);
    const data = await ask({
      path: '/v2/post/publish/content/init/',
      json: {
        media_type: 'PHOTO',
        post_mode: 'DIRECT_POST',
        post_info: photoInfo(publication, refs),
        source_info: { source: 'PULL_FROM_URL', photo_cover_index: 0, photo_images: urls },
      },
      request: { signal, timeoutMs: CALL_MS, newConnection: true },
    });
    const handle = idIn(at(data, 'publish_id'));
    return handle === null
      ? unknown('unreadable', 'TikTok answered and named no post.')
      : { kind: 'accepted', handle };
  }

  /** The URLs of the photos; null if one of them was deleted, or will soon expire. */
  async #photoUrls({ uploads }: AccountAccess, { lent, lentAt }: PhotoRefs): Promise<string[] | null> {
    if (this.clock.now().getTime() - Date.parse(lentAt) > NEW_URLS_AFTER_MS) return null;
    const urls = await Promise.all(lent.map((name) => uploads.open(name)));
    return urls.every((url) => url !== null) ? urls : null;
  }
}
