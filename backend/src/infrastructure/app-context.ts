import type { EventStore } from '@posthorn/event-sourcing/event-store';
import type { Clock } from './clock.ts';
import type { Configuration } from './config/configuration.ts';
import type { Database } from './database/database.ts';
import type { PersonalKeys } from './event-log/personal-keys.ts';
import type { KeyRing } from './vault/key-ring.ts';

/** The resources with which the product starts. It opens them before Nest and closes them after Nest. */
export type AppContext = Readonly<{
  configuration: Configuration;
  clock: Clock;
  store: EventStore;
  database: Pick<Database, 'pool' | 'orm' | 'channel'>;
  keyRing: KeyRing;
  personalKeys: PersonalKeys;
}>;
