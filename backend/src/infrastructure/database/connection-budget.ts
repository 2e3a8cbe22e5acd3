/** What a process keeps beside the pool: migrations at its start, news from other processes, the locks of its readers. */
const BESIDE_THE_POOL = 3;
/** The least that leaves the pool two. */
export const LEAST_CONNECTIONS = BESIDE_THE_POOL + 4;

/** How many of the `DB_POOL` connections of a process are left for its requests and its work. */
export const poolSizeOf = ({
  dbPool,
  databaseUrl,
  eventStoreUrl,
}: Readonly<{ dbPool: number; databaseUrl: string | null; eventStoreUrl: string | null }>): number =>
  // Owning the embedded server takes one, appending to a log in the database another.
  dbPool - BESIDE_THE_POOL - (databaseUrl === null ? 1 : 0) - (eventStoreUrl === null ? 1 : 0);
