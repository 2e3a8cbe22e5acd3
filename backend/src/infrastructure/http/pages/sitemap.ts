import { Injectable } from '@nestjs/common';

/** Public pages of one kind. */
export type SitemapPages = Readonly<{
  /** Part of the names of its files: `links` in `/sitemap/links-1.xml`. Lower case. */
  name: string;
  /** The current number of pages. */
  count(): Promise<number>;
  /**
   * Up to `most` absolute URLs, starting at index `from` (0, 10,000, 20,000 …). New pages come last in the order. The caller reads them one by
   * one, so that no file is held in memory.
   */
  addresses(from: number, most: number): AsyncIterable<string>;
}>;

/** The pages for search engines. A module adds its pages when it is constructed. */
@Injectable()
export class Sitemap {
  readonly #kinds = new Map<string, SitemapPages>();

  /** @throws Error for a name that exists: its files would have the same URL */
  add(pages: SitemapPages): void {
    if (this.#kinds.has(pages.name))
      throw new Error(`Sitemap pages named ${pages.name} are registered twice.`);
    this.#kinds.set(pages.name, pages);
  }

  get kinds(): readonly SitemapPages[] {
    return [...this.#kinds.values()];
  }

  kind(name: string): SitemapPages | undefined {
    return this.#kinds.get(name);
  }
}
