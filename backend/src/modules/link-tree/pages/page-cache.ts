/** The HTML of one page, and until when it is valid. */
export type DrawnPage = Readonly<{
  version: string;
  validUntil: number;
  etag: string;
  html: string;
  /** The HTML in Brotli: a page is compressed once and sent to many visitors. */
  compressed: Buffer;
  policy: string;
}>;

const PAGES_MAX = 5_000;
/** In UTF-16 units of at most two bytes, so that the cached pages of a process take at most a hundred megabytes. */
const TEXT_MAX = 50_000_000;

/** The pages that were requested last, by handle. */
export class PageCache {
  readonly #pages = new Map<string, DrawnPage>();
  #text = 0;

  /** Whether a page is cached, valid or not. */
  has(handle: string): boolean {
    return this.#pages.has(handle);
  }

  /** Null when no page is cached, or when it is no longer valid. */
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
