import { Injectable } from '@nestjs/common';
import { Clock } from '#infrastructure/clock.ts';
import { DayVisitors } from './day-visitors.ts';

/** Somebody's click, as their browser told of it. `handle`: in lower case. */
export type Click = Readonly<{ handle: string; linkId: string; address: string; browser: string }>;
/** What was seen of one link since the last look. Whether there is such a page or link nobody has asked yet. */
export type SeenLink = Readonly<{ handle: string; linkId: string; clicks: number; visitors: number }>;

const HANDLE = /^[a-z\d_]{1,64}$/u;
const LINK = /^[\w-]{1,64}$/u;
/** Between two looks. Nobody has so many links; who makes them up fills no memory. */
const LINKS_MAX = 20_000;

/** Clicks that this process has seen and that are in no row yet. Nothing is asked here, so that each ping costs the same. */
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

  /** All of it, which is then no longer here. */
  take(): readonly SeenLink[] {
    this.#visitors.begin(this.clock.now());
    const links = [...this.#links.values()];
    this.#links.clear();
    return links;
  }

  /** What was taken is in no row after all. */
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
