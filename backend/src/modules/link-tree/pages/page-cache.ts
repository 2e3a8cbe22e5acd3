/** What was drawn of one page, and for how long it is right. */
export type DrawnPage = Readonly<{
  version: string;
  validUntil: number;
  etag: string;
  html: string;
  /** The same in Brotli: a page is drawn once and sent to many. */
  compressed: Buffer;
  policy: string;
}>;

const PAGES_MAX = 5_000;
/** In UTF-16 units: two bytes each at most, so that the pages of a process take a hundred megabytes and no more. */
const TEXT_MAX = 50_000_000;

/** The pages that were asked for last, by their handle. */
export class PageCache {
  readonly #pages = new Map<string, DrawnPage>();
  #text = 0;

  /** There is one, right or not. */
  has(handle: string): boolean {
    return this.#pages.has(handle);
  }

  /** Null: there is none, or it is not right any more. */
  get(handle: string, version: string, now: Date): DrawnPage | null {
    const page = this.#pages.get(handle);
    if (!page) return null;
    this.#forget(handle, page);
    if (page.version !== version || page.validUntil <= now.getTime()) return null;
    this.put(handle, page);
    return page;
  }

  put(handle: string, page: DrawnPage): void {
    const before = this.#pages.get(handle);
    if (before) this.#forget(handle, before);
    this.#pages.set(handle, page);
    this.#text += page.html.length;
    // A map goes through its keys in the order in which they came.
    for (const [oldest, old] of this.#pages) {
      if (this.#pages.size <= PAGES_MAX && this.#text <= TEXT_MAX) break;
      this.#forget(oldest, old);
    }
  }

  #forget(handle: string, page: DrawnPage): void {
    this.#pages.delete(handle);
    this.#text -= page.html.length;
  }
}
