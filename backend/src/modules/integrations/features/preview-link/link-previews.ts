import { SharedQuestions } from '@posthorn/batching/shared-questions';
import type { NoCardReason } from '@posthorn/contracts/integrations/link-card';
import { uploadDrawing } from '#infrastructure/media/drawing/drawing-places.ts';
import { Injectable } from '@nestjs/common';
import { LinkCards, type PageCard, type Picture } from '#connectors/kit/link-cards/link-cards.ts';
import { NoCard } from '#connectors/kit/link-cards/no-card.ts';

export type Previewed =
  | Readonly<{ kind: 'card'; card: PageCard; picture: Picture | null }>
  | Readonly<{ kind: 'none'; reason: NoCardReason }>;

/** In milliseconds; long enough to finish a post. */
const KEPT_MS = 5 * 60_000;
const KEPT_MOST = 100;
const PICTURE = { bytes: 150_000, side: 600 };

/**
 * Previews of links for authors. They are cached for some minutes: 100 at most, with at most 15 MB of pictures. Concurrent requests share
 * one read. Pages are read without credentials, so every user may see the same result.
 */
@Injectable()
export class LinkPreviews {
  readonly #kept = new Map<string, Readonly<{ previewed: Previewed; until: number }>>();
  readonly #questions = new SharedQuestions<Previewed>();

  constructor(private readonly cards: LinkCards) {}

  /** The cached preview of a page, without a request to it. */
  kept(link: string): Previewed | null {
    const found = this.#kept.get(link);
    return found && found.until > performance.now() ? found.previewed : null;
  }

  /** `owner`: the user in whose queue the picture is drawn. */
  read(link: string, owner: string): Promise<Previewed> {
    return this.#questions.ask(link, async () => {
      const known = this.kept(link);
      if (known) return known;
      const previewed = await this.#read(link, owner);
      this.#keep(link, previewed);
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

  #keep(link: string, previewed: Previewed): void {
    this.#kept.delete(link);
    this.#kept.set(link, { previewed, until: performance.now() + KEPT_MS });
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size > KEPT_MOST) this.#kept.delete(oldest);
  }
}
