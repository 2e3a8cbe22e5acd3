/** The HTML of one page. `validUntil`: in Unix milliseconds, or `Infinity`. */
export type DrawnPage = Readonly<{
  version: string;
  validUntil: number;
  etag: string;
  html: string;
  /** The HTML in Brotli. The process compresses a page once and sends it to many visitors. */
  compressed: Buffer;
  policy: string;
}>;

const PAGES_MAX = 5_000;
/** The total length of the cached HTML in UTF-16 units. A unit takes at most two bytes, so the HTML takes at most 100 MB. */
const TEXT_MAX = 50_000_000;

/** Caches the most recently requested pages by handle. */
export class PageCache {
  readonly #pages = new Map<string, DrawnPage>();
  #text = 0;

  /** Returns true even for a page that is no longer valid. */
  has(handle: string): boolean {
    return this.#pages.has(handle);
  }

  /** Returns null if the page is not cached or no longer valid. */
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
    // A map iterates over its keys in insertion order.
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
