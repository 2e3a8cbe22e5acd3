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

/** The URLs are valid for three days. TikTok may take an hour to fetch. */
const URLS_LAST_MS = 2 * 86_400_000;
const CALL_MS = 30_000;

/** Photos, which TikTok fetches from Posthorn. One call publishes them. */
export class TikTokPhotos {
  constructor(
    private readonly mediaUrls: TemporaryMediaUrls,
    private readonly clock: Clock,
  ) {}

  /** Safe to repeat: a URL that is not fetched expires. @throws MediaUnusable */
  async prepare(
    access: AccountAccess,
    { media, contentHash }: OutgoingPublication,
    { commentDisabled, username }: Creator,
    refs: PhotoRefs | null,
  ): Promise<PhotoRefs> {
    if (refs && (await this.#addresses(access, refs)) !== null) return { ...refs, commentDisabled, username };
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
    const addresses = await this.#addresses(access, refs);
    if (addresses?.length !== publication.media.length) return refused('not-prepared', null, true);
    const data = await ask({
      path: '/v2/post/publish/content/init/',
      json: {
        media_type: 'PHOTO',
        post_mode: 'DIRECT_POST',
        post_info: photoInfo(publication, refs),
        source_info: { source: 'PULL_FROM_URL', photo_cover_index: 0, photo_images: addresses },
      },
      request: { signal, timeoutMs: CALL_MS, newConnection: true },
    });
    const handle = idIn(at(data, 'publish_id'));
    return handle === null
      ? unknown('unreadable', 'TikTok answered and named no post.')
      : { kind: 'accepted', handle };
  }

  /** Null when one of them has been withdrawn, or soon will be. */
  async #addresses({ uploads }: AccountAccess, { lent, lentAt }: PhotoRefs): Promise<string[] | null> {
    if (this.clock.now().getTime() - Date.parse(lentAt) > URLS_LAST_MS) return null;
    const addresses = await Promise.all(lent.map((name) => uploads.open(name)));
    return addresses.every((address) => address !== null) ? addresses : null;
  }
}
