import { SharedQuestions } from '@posthorn/batching/shared-questions';
import type { NoCardReason } from '@posthorn/contracts/integrations/link-card';
import { uploadDrawing } from '#infrastructure/media/drawing/drawing-places.ts';
import { Injectable } from '@nestjs/common';
import { LinkCards, type PageCard, type Picture } from '#connectors/kit/link-cards/link-cards.ts';
import { NoCard } from '#connectors/kit/link-cards/no-card.ts';

export type Previewed =
  | Readonly<{ kind: 'card'; card: PageCard; picture: Picture | null }>
  | Readonly<{ kind: 'none'; reason: NoCardReason }>;

/** How long a preview is cached, in milliseconds: about as long as it takes to finish a post. */
const CACHED_MS = 5 * 60_000;
const CACHED_MAX = 100;
const PICTURE = { bytes: 150_000, side: 600 };

/**
 * Previews of links for authors. Caches at most 100 previews for five minutes, with at most 15 MB of
 * pictures. Concurrent requests for a link share one download. Pages are downloaded without credentials, so
 * every user may see the same result.
 */
@Injectable()
export class LinkPreviews {
  readonly #cached = new Map<string, Readonly<{ previewed: Previewed; until: number }>>();
  readonly #runningReads = new SharedQuestions<Previewed>();

  constructor(private readonly cards: LinkCards) {}

  /** The cached preview of a page; null: there is none, or it has expired. */
  cached(link: string): Previewed | null {
    const found = this.#cached.get(link);
    return found && found.until > performance.now() ? found.previewed : null;
  }

  /**
   * Returns the cached preview or downloads the page. `owner`: the user to whose queue the work on the
   * picture belongs.
   */
  read(link: string, owner: string): Promise<Previewed> {
    return this.#runningReads.ask(link, async () => {
      const known = this.cached(link);
      if (known) return known;
      const previewed = await this.#read(link, owner);
      this.#cache(link, previewed);
      return previewed;
    });
  }

  async #read(link: string, owner: string): Promise<Previewed> {
    try {
      const card = await this.cards.read(link);
      const picture = await this.cards.picture(card, PICTURE, { places: uploadDrawing, owner });
      return { kind: 'card', card, picture };
    } catch (error) {
      if (error instanceof NoCard) return { kind: 'none', reason: error.reason };
      throw error;
    }
  }

  #cache(link: string, previewed: Previewed): void {
    this.#cached.delete(link);
    this.#cached.set(link, { previewed, until: performance.now() + CACHED_MS });
    const [oldest] = this.#cached.keys();
    if (oldest !== undefined && this.#cached.size > CACHED_MAX) this.#cached.delete(oldest);
  }
}
