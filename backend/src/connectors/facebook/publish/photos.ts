import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import type { MediaItem } from '../../contract/publication.ts';
import { fitImage, type ImageLimits } from '../../kit/images.ts';
import { at, idIn } from '../../kit/json.ts';
import type { GraphClient } from '../../meta/client/graph-client.ts';
import { GraphError } from '../../meta/errors/graph-error.ts';
import { isTransient } from '../../meta/errors/graph-outcomes.ts';
import type { PageCredentials } from '../../meta/tokens/page-token.ts';
import type { AccountAccess } from '../../contract/account-access.ts';
import { retryWithBackoff, type Pause } from '../../kit/retry-with-backoff.ts';

const UPLOAD_MS = 120_000;
/** Facebook refuses some pictures below its documented limit of 10 MB with this code. Other clients send less than 4 MB. */
const PICTURE_REFUSED = 1366046;
const SMALLER_LIMITS: ImageLimits = { bytes: 4_000_000, types: ['image/jpeg'] };

/** Uploads unpublished photos. A lost upload leaves an unused photo that is not visible. */
export class FacebookPhotos {
  constructor(
    private readonly graph: GraphClient,
    private readonly pause: Pause,
  ) {}

  /** Returns the id of the photo. @throws GraphError, TokenRefused, OutgoingError, BreakerOpen, MediaUnusable */
  async upload(page: PageCredentials, access: AccountAccess, item: MediaItem): Promise<string> {
    const { imageBytes: bytes, imageTypes: types } = access.limits.media;
    try {
      return await this.#send(page, item, { bytes, types });
    } catch (error) {
      if (!(error instanceof GraphError) || !isRefusedPicture(error)) throw error;
      return await this.#send(page, item, SMALLER_LIMITS);
    }
  }

  async #send(
    { ownerId, accessToken }: PageCredentials,
    item: MediaItem,
    limits: ImageLimits,
  ): Promise<string> {
    const { body, type } = await fitImage(item, limits);
    const send = () =>
      this.graph.send({
        path: `${ownerId}/photos`,
        method: 'POST',
        token: accessToken,
        fields: {
          published: 'false',
          ...(item.altText !== '' && { alt_text_custom: item.altText }),
        },
        file: { name: 'source', value: body, filename: `photo.${type.split('/')[1] ?? 'jpeg'}`, type },
        request: { timeoutMs: UPLOAD_MS },
      });
    const id = idIn(at((await retryWithBackoff(send, isTransient, this.pause)).body, 'id'));
    if (id === null) throw new OutgoingError('unreadable', true, ownerId, 'took a photo and named no id');
    return id;
  }
}

const isRefusedPicture = ({ code, subcode }: GraphError): boolean =>
  code === PICTURE_REFUSED || subcode === PICTURE_REFUSED;
