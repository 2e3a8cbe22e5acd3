import { CONNECTIONS_OUTSIDE_POOL } from '../config/pool-size-min.ts';

/** How many of the `DB_POOL` connections of a process remain for its requests and its work. */
export const poolSizeOf = ({
  dbPool,
  databaseUrl,
  eventStoreUrl,
}: Readonly<{ dbPool: number; databaseUrl: string | null; eventStoreUrl: string | null }>): number =>
  // Owning the embedded server takes one connection; appending to a log in the database takes another.
  dbPool - CONNECTIONS_OUTSIDE_POOL - (databaseUrl === null ? 1 : 0) - (eventStoreUrl === null ? 1 : 0);
