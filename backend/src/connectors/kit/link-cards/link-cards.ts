import { LINK_MAX } from '@posthorn/contracts/integrations/link-card';
import { DrawingQueueFull } from '#infrastructure/media/drawing/drawing-queue.ts';
import { fetchUserAddress } from '#infrastructure/outgoing/fetch-user-address.ts';
import type { ServerReply } from '#infrastructure/outgoing/outgoing-reply.ts';
import type { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { jpegOf, MediaUnusable, type DrawingTurn } from '../images.ts';
import { mimeTypeIn } from './mime-type.ts';
import { NoCard, noCardOf } from './no-card.ts';
import { wordsOfPage } from './open-graph.ts';
import { textOfPage } from './page-text.ts';
import { shownLine } from './shown-line.ts';

/** The data for a link card, from the page itself. `image`: the URL of the picture, which Posthorn has not yet fetched. */
export type PageCard = Readonly<{
  /** The link in the post's text. The page itself may declare a different URL. */
  link: string;
  title: string;
  /** Empty if the page has no description. */
  description: string;
  image: string | null;
}>;
/** A JPEG. */
export type Picture = Readonly<{ body: Buffer; width: number; height: number }>;
/** `side`: the longest side, in pixels. */
export type PictureFit = Readonly<{ bytes: number; side: number }>;
export type LinkCardBounds = Readonly<{
  /** The limit for the page with all its redirects, and again for its picture. */
  milliseconds: number;
  pageBytes: number;
  pictureBytes: number;
  /** Milliseconds for drawing the picture, including the wait for its turn. */
  drawing: number;
}>;

const BOUNDS: LinkCardBounds = {
  milliseconds: 5_000,
  pageBytes: 2_000_000,
  pictureBytes: 5_000_000,
  drawing: 5_000,
};
/** In code points. Apps cut longer titles. */
const TITLE_MAX = 200;
const DESCRIPTION_MAX = 300;
/** In pixels. Smaller pictures are tracking pixels. */
const SIDE_MIN = 32;
const PAGES = new Set(['text/html', 'application/xhtml+xml']);

class TooLate extends Error {}

/**
 * Reads pages that posts link to. All requests go through `SafeHttp`: only to public addresses, and each redirect is checked
 * again. `ALLOW_PRIVATE_HOSTS` does not apply to link cards.
 */
export class LinkCards {
  constructor(
    private readonly http: SafeHttp,
    private readonly bounds: LinkCardBounds = BOUNDS,
  ) {}

  /** @throws NoCard */
  async read(link: string, signal?: AbortSignal): Promise<PageCard> {
    if (link.length > LINK_MAX) throw new NoCard('blocked');
    const { reply, url } = await this.#ask(link, {
      accept: 'text/html,application/xhtml+xml',
      maxBytes: this.bounds.pageBytes,
      // A page is usable without its end, a picture is not.
      cutOff: true,
      signal,
    });
    const contentType = reply.headers['content-type'];
    if (!PAGES.has(mimeTypeIn(contentType)?.essence ?? '')) throw new NoCard('not-a-page');
    const words = await wordsOfPage(await textOfPage(reply.body, contentType));
    const title = shownLine(words.title ?? '', TITLE_MAX);
    if (title === '') throw new NoCard('no-title');
    const description = shownLine(words.description ?? '', DESCRIPTION_MAX);
    return { link: new URL(link).href, title, description, image: pictureUrl(words.image, url) };
  }

  /**
   * Returns the picture of the page, drawn again as a JPEG within `fit`. Null: the card has no picture, because there is no usable
   * one or drawing took too long.
   */
  async picture(
    { image }: Pick<PageCard, 'image'>,
    fit: PictureFit,
    turn: DrawingTurn,
  ): Promise<Picture | null> {
    if (image === null) return null;
    const { pictureBytes: maxBytes } = this.bounds;
    try {
      const { reply } = await this.#ask(image, {
        accept: 'image/*',
        maxBytes,
        cutOff: false,
        signal: turn.signal,
      });
      const { body, width, height } = await this.#draw(reply.body, fit, turn);
      return Math.min(width, height) < SIDE_MIN ? null : { body, width, height };
    } catch (error) {
      const meansNoPicture = [NoCard, MediaUnusable, DrawingQueueFull, TooLate].some(
        (kind) => error instanceof kind,
      );
      if (meansNoPicture) return null;
      throw error;
    }
  }

  #draw(bytes: Buffer, fit: PictureFit, turn: DrawingTurn): ReturnType<typeof jpegOf> {
    const late = new AbortController();
    const timer = setTimeout(() => {
      late.abort(new TooLate());
    }, this.bounds.drawing);
    const signal = AbortSignal.any([late.signal, ...(turn.signal ? [turn.signal] : [])]);
    return jpegOf(bytes, fitLimits(fit), { ...turn, signal }).finally(() => {
      clearTimeout(timer);
    });
  }

  async #ask(
    address: string,
    {
      accept,
      signal,
      ...bounds
    }: Readonly<{ accept: string; maxBytes: number; cutOff: boolean; signal: AbortSignal | undefined }>,
  ): Promise<Readonly<{ reply: ServerReply; url: URL }>> {
    const { milliseconds } = this.bounds;
    try {
      const found = await fetchUserAddress(this.http, address, { accept, milliseconds, signal, ...bounds });
      if (!found.reply.ok) throw new NoCard('refused');
      return found;
    } catch (error) {
      // The caller aborted the request. That says nothing about the page.
      throw signal?.aborted === true ? error : noCardOf(error);
    }
  }
}

const fitLimits = ({ bytes, side }: PictureFit) => ({ bytes, sides: { long: side, short: side } });

/** The absolute http or https URL of the page's picture; null: there is none. */
function pictureUrl(given: string | null, page: URL): string | null {
  const text = (given ?? '').trim();
  if (text === '' || text.length > LINK_MAX || !URL.canParse(text, page.href)) return null;
  const { protocol, href } = new URL(text, page);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
