import { createHash } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { mediaSource, shownMediaAddress, withAddresses } from '#infrastructure/http/pages/media-addresses.ts';
import { postsToRead, publicPageOf, type PublicPage } from '../read-models/pages/public-page.ts';
import { relativeDate } from './relative-date.ts';
import { PageRows } from '../read-models/pages/page-rows.ts';
import type { PersonRow } from '../read-models/pages/person-row.ts';
import { drawPage } from './draw-page.ts';
import { PageCache, type DrawnPage } from './page-cache.ts';
import { pagePolicy } from './page-policy.ts';
import { pageStyle } from './page-style.ts';

/** Brotli quality. It compresses a page of 20 kB in 2 ms. The highest quality (11) needs 50 ms and saves 10 % of the bytes. */
const QUALITY = 6;

/** Draws and caches the HTML of users' pages. A change of a page makes the cached HTML invalid. */
@Injectable()
export class PublicPages {
  readonly #cache = new PageCache();
  /** Identifies this version of the product and its URLs. Another version can draw different HTML from the same rows. */
  readonly #template: string;

  constructor(
    private readonly rows: PageRows,
    private readonly clock: DatabaseClock,
    private readonly configuration: Configuration,
  ) {
    const { version, publicUrl, mediaUrl, pagesDomain } = configuration;
    const text = [version, publicUrl, mediaUrl, pagesDomain, pageStyle('system').hash].join(' ');
    this.#template = createHash('sha256').update(text).digest('base64url').slice(0, 8);
  }

  /**
   * @param requestedHandle in any letter case
   * @returns null if no user has the handle
   */
  async find(requestedHandle: string): Promise<DrawnPage | null> {
    const handle = requestedHandle.toLowerCase();
    const person = await this.rows.personAt(handle);
    if (!person) return null;
    const now = await this.clock.now();
    return this.#cache.get(handle, person.version, now) ?? this.#draw(person, handle, now);
  }

  /** Returns the cached page, or null if the page is not cached or no longer valid. */
  async known(requestedHandle: string): Promise<DrawnPage | null> {
    const handle = requestedHandle.toLowerCase();
    if (!this.#cache.has(handle)) return null;
    const version = await this.rows.versionAt(handle);
    return version === null ? null : this.#cache.get(handle, version, await this.clock.now());
  }

  async #draw(person: PersonRow, handle: string, now: Date): Promise<DrawnPage> {
    const { mediaUrl } = this.configuration;
    const stored = publicPageOf(await this.rows.sourceOf(person, postsToRead(person)), handle, now);
    const page = withAddresses(stored, (address) => shownMediaAddress(address, mediaUrl)) as PublicPage;
    const until = validUntil(page, now);
    const html = drawPage(page, { places: this.configuration, now });
    const drawn: DrawnPage = {
      version: person.version,
      validUntil: until ?? Infinity,
      etag: `W/"${person.version}.${this.#template}.${until?.toString(36) ?? 'always'}"`,
      html,
      compressed: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
      policy: pagePolicy(pageStyle(page.theme), mediaSource(this.configuration)),
    };
    this.#cache.put(handle, drawn);
    return drawn;
  }
}

/**
 * Returns when a link appears or disappears, or a relative date changes, in Unix milliseconds. Returns null if time does not change the
 * page.
 */
function validUntil({ nextSwitch, posts }: PublicPage, now: Date): number | null {
  const moments = [
    ...(nextSwitch ? [nextSwitch] : []),
    ...posts.map(({ publishedAt }) => relativeDate(new Date(publishedAt), now).changesAt),
  ];
  return moments.length === 0 ? null : Math.min(...moments.map((moment) => moment.getTime()));
}
