import { Injectable } from '@nestjs/common';
import { Clock } from '#infrastructure/clock.ts';
import { DayVisitors } from './day-visitors.ts';

/** A click that a visitor's browser reported. `handle`: in lower case. */
export type Click = Readonly<{ handle: string; linkId: string; address: string; browser: string }>;
/** The clicks on one link since the last flush. Nothing has checked that the page and the link exist. */
export type SeenLink = Readonly<{ handle: string; linkId: string; clicks: number; visitors: number }>;

const HANDLE = /^[a-z\d_]{1,64}$/u;
const LINK = /^[\w-]{1,64}$/u;
/** The maximum number of different links between two flushes. So a client that invents links cannot fill the memory. */
const LINKS_MAX = 20_000;

/** Counts the clicks that this process has received and not yet written. A ping causes no query, so every ping costs the same. */
@Injectable()
export class ClickTally {
  readonly #visitors = new DayVisitors();
  readonly #links = new Map<string, SeenLink>();

  constructor(private readonly clock: Clock) {}

  add({ handle, linkId, address, browser }: Click): void {
    if (!HANDLE.test(handle) || !LINK.test(linkId)) return;
    const isNew = this.#visitors.isNew([address, browser, handle, linkId], this.clock.now());
    this.#put({ handle, linkId, clicks: 1, visitors: isNew ? 1 : 0 });
  }

  /** Returns all clicks and empties the tally. */
  take(): readonly SeenLink[] {
    this.#visitors.begin(this.clock.now());
    const links = [...this.#links.values()];
    this.#links.clear();
    return links;
  }

  /** Adds clicks to the tally again after a failed flush. */
  putBack(links: readonly SeenLink[]): void {
    for (const link of links) this.#put(link);
  }

  #put({ handle, linkId, clicks, visitors }: SeenLink): void {
    const key = `${handle}/${linkId}`;
    const before = this.#links.get(key) ?? { clicks: 0, visitors: 0 };
    if (before.clicks === 0 && this.#links.size >= LINKS_MAX) return;
    this.#links.set(key, {
      handle,
      linkId,
      clicks: before.clicks + clicks,
      visitors: before.visitors + visitors,
    });
  }
}
