import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { linkDrawing } from '#infrastructure/media/drawing/drawing-places.ts';
import type { AccountAccess } from '../../contract/account-access.ts';
import type { LinkCards, PageCard } from '../../kit/link-cards/link-cards.ts';
import { objectOf } from '../../kit/json.ts';
import type { BlueskyMedia } from '../media.ts';
import { XrpcError } from '../client/client.ts';

/** Source: the lexicon of app.bsky.embed.external. */
const THUMB_BYTES = 1_000_000;
const THUMB_SIDE = 1200;
const TYPE = 'app.bsky.embed.external';

export const isCard = (record: JsonObject | undefined): boolean =>
  objectOf(record?.['embed'])?.['$type'] === TYPE;

/** Makes the embed of a link card, and uploads its picture. */
export class ExternalEmbeds {
  constructor(
    private readonly cards: LinkCards,
    private readonly media: BlueskyMedia,
  ) {}

  /** Leaves out a picture that cannot be used. @throws XrpcError, OutgoingError, BreakerOpen, ReconnectNeeded */
  async embedFor(
    access: AccountAccess,
    card: PageCard,
    owner: string,
    signal: AbortSignal,
  ): Promise<JsonObject> {
    const { link: uri, title, description } = card;
    const bytes = Math.min(THUMB_BYTES, access.limits.media.imageBytes);
    const turn = { places: linkDrawing, owner, signal };
    const picture = await this.cards.picture(card, { bytes, side: THUMB_SIDE }, turn);
    const thumb = picture && (await this.#thumb(access, picture.body));
    return { $type: TYPE, external: { uri, title, description, ...(thumb && { thumb }) } };
  }

  /** Null: this server does not accept the picture. */
  async #thumb(access: AccountAccess, body: Buffer): Promise<JsonObject | null> {
    try {
      return await this.media.uploadPicture(access, body);
    } catch (error) {
      const isRefused =
        error instanceof XrpcError && (error.status === 413 || error.code === 'InvalidRequest');
      if (isRefused && !error.refusesToken) return null;
      throw error;
    }
  }
}
