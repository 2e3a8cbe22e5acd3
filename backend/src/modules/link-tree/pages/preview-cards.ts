import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { tooMany } from '#infrastructure/http/edge/rate-limits.ts';
import { FindMedia } from '#infrastructure/media/find-media.query.ts';
import { publicPageOf, type PublicPage } from '../read-models/pages/public-page.ts';
import { PageRows } from '../read-models/pages/page-rows.ts';
import type { PersonRow } from '../read-models/pages/person-row.ts';
import { drawCard } from './draw-card.ts';

/** The maximum number of cached cards. A card has at most 300 kB. */
const CARDS_MAX = 100;
const WAITING_MAX = 20;
const RETRY_MS = 5_000;
/** All cards have the same owner. So the drawing queue draws one card at a time, and cards do not delay uploads. */
const TURN = { owner: 'preview cards', megapixels: 2 };

type Card = Readonly<{ etag: string; jpeg: Promise<Buffer> }>;

/** Caches the preview pictures of pages. A new version of a page needs a new picture. */
@Injectable()
export class PreviewCards {
  /** The cards by handle, least recently requested first. Unfinished cards are included. */
  readonly #cards = new Map<string, Card>();
  #waiting = 0;

  constructor(
    private readonly rows: PageRows,
    private readonly clock: DatabaseClock,
    private readonly queries: QueryBus,
    private readonly configuration: Configuration,
  ) {}

  /**
   * @param requestedHandle in any letter case
   * @returns null if no user has the handle
   */
  async find(requestedHandle: string): Promise<Readonly<{ etag: string; draw(): Promise<Buffer> }> | null> {
    const handle = requestedHandle.toLowerCase();
    const person = await this.rows.personAt(handle);
    if (!person) return null;
    const etag = `"${person.version}.${this.configuration.version}"`;
    return { etag, draw: () => this.#drawn(person, handle, etag) };
  }

  /** @throws RequestRefused 429 while 20 other cards wait or are being drawn */
  #drawn(person: PersonRow, handle: string, etag: string): Promise<Buffer> {
    const cached = this.#cards.get(handle);
    this.#cards.delete(handle);
    const card = cached?.etag === etag ? cached : { etag, jpeg: this.#draw(person, handle) };
    this.#cards.set(handle, card);
    // After a failure, the next request draws the card again.
    card.jpeg.catch(() => {
      if (this.#cards.get(handle) === card) this.#cards.delete(handle);
    });
    for (const oldest of this.#cards.keys()) {
      if (this.#cards.size <= CARDS_MAX) break;
      this.#cards.delete(oldest);
    }
    return card.jpeg;
  }

  async #draw(person: PersonRow, handle: string): Promise<Buffer> {
    if (this.#waiting >= WAITING_MAX)
      throw tooMany({ name: 'preview-cards', points: WAITING_MAX, seconds: 60 }, RETRY_MS);
    this.#waiting += 1;
    try {
      const page = publicPageOf({ person, accounts: [], posts: [] }, handle, await this.clock.now());
      const banner = await this.#bannerOf(page);
      return await drawCard(page, banner, TURN);
    } finally {
      this.#waiting -= 1;
    }
  }

  async #bannerOf({ banner }: PublicPage): Promise<string | null> {
    const picture = banner.find(({ width }) => width <= 1200) ?? banner[0];
    if (!picture) return null;
    const found = await this.queries.execute(new FindMedia(picture.mediaUrl.replace(/^\/media\//u, '')));
    return found?.path ?? null;
  }
}
