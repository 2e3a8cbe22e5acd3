/** The connections of a process outside the pool: for migrations at the start, for messages from other processes, and for its readers’ locks. */
export const CONNECTIONS_OUTSIDE_POOL = 3;
/** The smallest `DB_POOL`. `connection-budget.ts` subtracts up to five connections for other uses. So two are left for requests and work. */
export const POOL_SIZE_MIN = CONNECTIONS_OUTSIDE_POOL + 4;
