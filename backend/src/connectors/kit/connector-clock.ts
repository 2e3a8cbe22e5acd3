import { Clock } from '#infrastructure/clock.ts';
import type { DatabaseClock } from '#infrastructure/database/database-clock.ts';

/**
 * The clock of connectors is the database's clock, which also dates attempts and due work. With this machine's clock, a look-up
 * could take an existing post for one older than the attempt.
 */
export class ConnectorClock extends Clock {
  constructor(
    private readonly database: Pick<DatabaseClock, 'latest'>,
    private readonly machine: Clock,
  ) {
    super();
  }

  /** The database's last known time; this machine's time before the first answer. */
  override now(): Date {
    return this.database.latest ?? this.machine.now();
  }
}
