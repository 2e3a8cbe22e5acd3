import { Clock } from '#infrastructure/clock.ts';
import type { DatabaseClock } from '#infrastructure/database/database-clock.ts';

/**
 * Connectors use the database's clock, which also dates attempts and due work. With this machine's clock, a look-up could conclude
 * that a post of the attempt is older than the attempt.
 */
export class ConnectorClock extends Clock {
  constructor(
    private readonly database: Pick<DatabaseClock, 'latest'>,
    private readonly machine: Clock,
  ) {
    super();
  }

  /** The database's last known time; this machine's time until the database first responds. */
  override now(): Date {
    return this.database.latest ?? this.machine.now();
  }
}
