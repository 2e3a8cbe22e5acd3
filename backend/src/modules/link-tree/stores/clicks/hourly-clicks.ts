import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { defineLeasedWork } from '#infrastructure/effects/define-leased-work.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { countClicks, linkClicksStream } from '../../domain/clicks/link-clicks.ts';
import { ClickRows } from './click-rows.ts';
import { hourAfter, hourOf } from './hours.ts';

/** The delay after the end of an hour. After this time all processes have written the clicks of the hour. */
const SETTLED_MS = 30_000;
/** The number of pages that the worker records in parallel. */
const PAGES = 8;

/**
 * Appends an event for each page and hour with clicks. It closes an hour before it appends the event, so every retry records the same numbers.
 * The log accepts each hour once, and late clicks count in the next hour. So a crash at any point neither loses nor doubles a stored click.
 */
@Injectable()
export class RecordClicks {
  constructor(
    private readonly rows: ClickRows,
    private readonly writer: StreamWriter,
    private readonly clock: DatabaseClock,
  ) {}

  /** @returns when the current hour has ended and all processes have written its clicks */
  async all(): Promise<string> {
    const hour = hourOf(await this.clock.now());
    let owners = await this.rows.ownersToRecord(hour, '', PAGES);
    while (owners.length > 0) {
      await Promise.all(owners.map((owner) => this.#recordPage(owner, hour)));
      owners = await this.rows.ownersToRecord(hour, owners.at(-1) ?? '', PAGES);
    }
    return new Date(hourAfter(hour).getTime() + SETTLED_MS).toISOString();
  }

  /** Records the open hours of a page, one after another. */
  async #recordPage(userId: string, before: Date): Promise<void> {
    for (;;) {
      const closed = await this.rows.close(userId, before);
      if (!closed) return;
      const { hour, links } = closed;
      // If another worker has recorded the hour in the meantime, or the owner is erased, this appends nothing.
      await this.writer.decide(linkClicksStream, userId, (state) => countClicks(state, userId, hour, links));
      await this.rows.markLogged(userId, closed);
    }
  }
}

/** Leased work: a single process records the hours of all pages. */
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
