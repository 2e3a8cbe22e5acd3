import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { defineLeasedWork } from '#infrastructure/effects/define-leased-work.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { countClicks, linkClicksStream } from '../../domain/clicks/link-clicks.ts';
import { ClickRows } from './click-rows.ts';
import { hourAfter, hourOf } from './hours.ts';

/** The delay after the end of an hour. By then all processes have written its clicks. */
const SETTLED_MS = 30_000;
/** The number of pages recorded at a time. */
const PAGES = 8;

/**
 * Appends one event for each page and hour with clicks. An hour is closed before it is recorded, so every recorder sees the same numbers.
 * The log accepts each hour once, and later clicks count in the next hour. So a worker may be interrupted at any point.
 */
@Injectable()
export class RecordClicks {
  constructor(
    private readonly rows: ClickRows,
    private readonly writer: StreamWriter,
    private readonly clock: DatabaseClock,
  ) {}

  /** @returns when the next hour is over and all of its clicks are in rows */
  async all(): Promise<string> {
    const hour = hourOf(await this.clock.now());
    let owners = await this.rows.ownersToRecord(hour, '', PAGES);
    while (owners.length > 0) {
      await Promise.all(owners.map((owner) => this.#recordPage(owner, hour)));
      owners = await this.rows.ownersToRecord(hour, owners.at(-1) ?? '', PAGES);
    }
    return new Date(hourAfter(hour).getTime() + SETTLED_MS).toISOString();
  }

  /** Records the open hours of a page, one after the other. */
  async #recordPage(userId: string, before: Date): Promise<void> {
    for (;;) {
      const closed = await this.rows.close(userId, before);
      if (!closed) return;
      const { hour, links } = closed;
      // A worker that hung since then adds nothing: another one has recorded the hour, or the erasure of the owner ended the stream.
      await this.writer.decide(linkClicksStream, userId, (state) => countClicks(state, userId, hour, links));
      await this.rows.markLogged(userId, closed);
    }
  }
}

/** The lease under which one process records the hours of all pages. */
export const HourlyClicks = defineLeasedWork({
  name: 'link-tree-clicks',
  actor: 'count-clicks',
  loop: 'link-tree.hourly-clicks',
  logger: 'link-tree',
  needs: { clicks: RecordClicks },
  rows: { table: 'link_tree.click_turn', columns: { id: 'int' }, lease: 2 * 60_000 },
  cause: () => 'hour',
  slots: 1,
  times: { tick: 60_000, renewLease: 30_000, firstRetry: 60_000, drain: 10_000 },
  run: async (_, { clicks }) => ({ dueAt: await clicks.all() }),
});
