/** What a process keeps beside the pool: migrations at its start, news from other processes, the locks of its readers. */
export const BESIDE_THE_POOL = 3;
/** The smallest `DB_POOL`: it leaves two connections to the pool. */
export const LEAST_CONNECTIONS = BESIDE_THE_POOL + 4;
