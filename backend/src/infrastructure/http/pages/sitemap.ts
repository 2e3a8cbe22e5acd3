import { Injectable } from '@nestjs/common';

/** Pages of one kind that anybody may find. */
export type SitemapPages = Readonly<{
  /** Stands in the names of its files: `links` in `/sitemap/links-1.xml`. Small letters. */
  name: string;
  /** How many there are now. */
  count(): Promise<number>;
  /**
   * Absolute addresses, `most` of them from the place `from` on (0, 10,000, 20,000 …), in an order that new ones are added to at the end. Read one by
   * one, so that nobody has to hold a file of them.
   */
  addresses(from: number, most: number): AsyncIterable<string>;
}>;

/** What search engines are told of. A module adds its pages when it is made. */
@Injectable()
export class Sitemap {
  readonly #kinds = new Map<string, SitemapPages>();

  /** @throws Error for a name that is taken: its files would have the same address */
  add(pages: SitemapPages): void {
    if (this.#kinds.has(pages.name)) throw new Error(`There are two kinds of pages named ${pages.name}`);
    this.#kinds.set(pages.name, pages);
  }

  get kinds(): readonly SitemapPages[] {
    return [...this.#kinds.values()];
  }

  kind(name: string): SitemapPages | undefined {
    return this.#kinds.get(name);
  }
}
