/** The average use of resources while work was due, and their limits. */
export type Load = Readonly<{
  cores: number;
  /** Cores in use by all programs on this machine. */
  machine: number;
  /** For each kind of process, the cores that one process uses. One thread of a process does most of the work. */
  threads: Readonly<Record<string, number>>;
  /** How many rows of the busiest platform the workers have leased, and how many they may lease. */
  held: Readonly<{ platform: string; rows: number; of: number }>;
  /** The average number of database sessions that waited, by the name of the wait event. */
  waits: Readonly<Record<string, number>>;
}>;

/** Above this share, a resource counts as used up, because some of its capacity is lost between two pieces of work. */
const FULL_SHARE = 0.85;
/** From this average number on, waiting sessions count as a queue. */
const QUEUE_SESSIONS = 1;

const WAITS: Readonly<Record<string, string>> = {
  'Lock:advisory': 'the lock of appends',
  'IO:WalSync': 'the disk beneath the database',
  'IO:WALSync': 'the disk beneath the database',
  'LWLock:WALWrite': 'the disk beneath the database',
  'Lock:transactionid': 'rows that several change, as buckets of a budget that all share',
  'Lock:tuple': 'rows that several change, as buckets of a budget that all share',
};

/** Names the resource that is used up, with its figure. When several are used up, names the narrowest. */
export function bottleneckOf({ cores, machine, threads, held, waits }: Load): string {
  if (machine >= FULL_SHARE * cores)
    return `the cores of this machine (${fixed(machine)} of ${String(cores)})`;
  const [busiest] = Object.entries(threads).sort(([, one], [, other]) => other - one);
  if (busiest && busiest[1] >= FULL_SHARE)
    return `one thread of ${busiest[0]} (${fixed(busiest[1])} of a core)`;
  if (held.rows >= FULL_SHARE * held.of)
    return `slots of ${held.platform} (${fixed(held.rows)} of ${String(held.of)})`;
  const [longest] = Object.entries(waits).sort(([, one], [, other]) => other - one);
  if (longest && longest[1] >= QUEUE_SESSIONS)
    return `${WAITS[longest[0]] ?? longest[0]} (${fixed(longest[1])} sessions wait)`;
  return `nothing is used up (${fixed(machine)} of ${String(cores)} cores): each target waits for its own steps`;
}

const fixed = (value: number): string => value.toFixed(1);
