/** The connections of a process outside the pool: for migrations at the start, for messages from other processes, and for its readers’ locks. */
export const BESIDE_THE_POOL = 3;
/** The smallest `DB_POOL`: it leaves two connections to the pool. */
export const LEAST_CONNECTIONS = BESIDE_THE_POOL + 4;
