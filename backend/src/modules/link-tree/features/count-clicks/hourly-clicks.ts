import { Injectable, Logger } from '@nestjs/common';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { EffectEngine } from '#infrastructure/effects/effect-engine.ts';
import type { WorkLoop } from '#infrastructure/effects/work-loop.ts';
import type { Work } from '#infrastructure/effects/work-table.ts';
import { WorkerLoop } from '#infrastructure/effects/worker-loop.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { countClicks, linkClicksStream } from '../../domain/link-clicks.ts';
import { ClickRows } from './click-rows.ts';
import { ClickTurn, type TurnKey } from './click-turn.ts';
import { hourAfter, hourOf } from './hours.ts';

/** After the end of an hour: by then all processes have put its clicks into rows. */
const SETTLED_MS = 30_000;
/** Pages at a time. */
const PAGES = 8;
const TIMES = { tick: 60_000, renewLease: 30_000, firstRetry: 60_000, drain: 10_000 };

/**
 * One event for each page and hour in which something was seen. An hour is closed before it is recorded: from then on it says the same
 * whoever records it, the log takes each hour once, and what comes later counts in the next one. So it may be cut off anywhere.
 */
@Injectable()
export class HourlyClicks extends WorkerLoop<TurnKey, ''> {
  protected override readonly loop: WorkLoop<TurnKey, ''>;

  constructor(
    configuration: Configuration,
    private readonly turn: ClickTurn,
    private readonly rows: ClickRows,
    private readonly writer: StreamWriter,
    private readonly clock: DatabaseClock,
    engine: EffectEngine,
  ) {
    super(configuration);
    this.loop = engine.leasedWork(
      {
        name: 'link-tree-clicks',
        actor: 'count-clicks',
        causeOf: () => 'hour',
        run: (row) => this.#record(row),
      },
      turn,
      {
        name: 'link-tree.hourly-clicks',
        platforms: [''],
        slots: 1,
        times: TIMES,
        logger: new Logger('link-tree'),
      },
    );
  }

  async #record(row: Work<TurnKey, ''>): Promise<void> {
    const hour = hourOf(await this.clock.now());
    let owners = await this.rows.ownersToRecord(hour, '', PAGES);
    while (owners.length > 0) {
      await Promise.all(owners.map((owner) => this.#recordPage(owner, hour)));
      owners = await this.rows.ownersToRecord(hour, owners.at(-1) ?? '', PAGES);
    }
    await this.turn.release(row, new Date(hourAfter(hour).getTime() + SETTLED_MS).toISOString());
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
