import { Clock } from '#infrastructure/clock.ts';
import type { DatabaseClock } from '#infrastructure/database/database-clock.ts';

/**
 * The time that connectors go by: the database's, by which attempts are dated and whatever waits is due. Were it this
 * machine's, a look-up could take a post that is there for one that is older than the attempt.
 */
export class ConnectorClock extends Clock {
  constructor(
    private readonly database: Pick<DatabaseClock, 'latest'>,
    private readonly machine: Clock,
  ) {
    super();
  }

  /** As the database told last; this machine's own before it told anything. */
  override now(): Date {
    return this.database.latest ?? this.machine.now();
  }
}
