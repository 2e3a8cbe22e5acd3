import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { defineLeasedWork } from '#infrastructure/effects/define-leased-work.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { countClicks, linkClicksStream } from '../../domain/clicks/link-clicks.ts';
import { ClickRows } from './click-rows.ts';
import { hourAfter, hourOf } from './hours.ts';

/** After the end of an hour: by then all processes have put its clicks into rows. */
const SETTLED_MS = 30_000;
/** Pages at a time. */
const PAGES = 8;

/**
 * One event for each page and hour in which something was seen. An hour is closed before it is recorded: from then on it says the same
 * whoever records it, the log takes each hour once, and what comes later counts in the next one. So it may be cut off anywhere.
 */
@Injectable()
export class RecordClicks {
  constructor(
    private readonly rows: ClickRows,
    private readonly writer: StreamWriter,
    private readonly clock: DatabaseClock,
  ) {}

  /** @returns when the next hour is over and all of it is in rows */
  async all(): Promise<string> {
    const hour = hourOf(await this.clock.now());
    let owners = await this.rows.ownersToRecord(hour, '', PAGES);
    while (owners.length > 0) {
      await Promise.all(owners.map((owner) => this.#recordPage(owner, hour)));
      owners = await this.rows.ownersToRecord(hour, owners.at(-1) ?? '', PAGES);
    }
    return new Date(hourAfter(hour).getTime() + SETTLED_MS).toISOString();
  }

  /** Where nobody has recorded for hours, one after the other. */
  async #recordPage(userId: string, before: Date): Promise<void> {
    for (;;) {
      const closed = await this.rows.close(userId, before);
      if (!closed) return;
      const { hour, links } = closed;
      // A worker that hung since then adds nothing: another one has recorded it, or the owner was erased, which ends the stream.
      await this.writer.decide(linkClicksStream, userId, (state) => countClicks(state, userId, hour, links));
      await this.rows.markLogged(userId, closed);
    }
  }
}

/** The one turn in which the hours of all pages are recorded. */
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
