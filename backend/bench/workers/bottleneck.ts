/** The average use while work was due, and the limits. */
export type Load = Readonly<{
  cores: number;
  /** Cores in use by all programs on this machine. */
  machine: number;
  /** Cores in use by each process, by the name of its kind; one thread of it does most of the work. */
  threads: Readonly<Record<string, number>>;
  /** Rows that workers hold of the platform with the most, and how many they may hold. */
  held: Readonly<{ platform: string; rows: number; of: number }>;
  /** Database sessions that waited, by the name of what they waited for. */
  waits: Readonly<Record<string, number>>;
}>;

/** Above this share a resource counts as used up, because some of it is lost between two pieces of work. */
const FULL = 0.85;
/** From this average number of waiting sessions on, they count as a queue. */
const QUEUE = 1;

const WAITS: Readonly<Record<string, string>> = {
  'Lock:advisory': 'the lock of appends',
  'IO:WalSync': 'the disk beneath the database',
  'IO:WALSync': 'the disk beneath the database',
  'LWLock:WALWrite': 'the disk beneath the database',
  'Lock:transactionid': 'rows that several change, as buckets of a budget that all share',
  'Lock:tuple': 'rows that several change, as buckets of a budget that all share',
};

/** Names what is used up, the narrowest first; a few words with the figure. */
export function bottleneckOf({ cores, machine, threads, held, waits }: Load): string {
  if (machine >= FULL * cores) return `the cores of this machine (${fixed(machine)} of ${String(cores)})`;
  const [busiest] = Object.entries(threads).sort(([, one], [, other]) => other - one);
  if (busiest && busiest[1] >= FULL) return `one thread of ${busiest[0]} (${fixed(busiest[1])} of a core)`;
  if (held.rows >= FULL * held.of)
    return `slots of ${held.platform} (${fixed(held.rows)} of ${String(held.of)})`;
  const [longest] = Object.entries(waits).sort(([, one], [, other]) => other - one);
  if (longest && longest[1] >= QUEUE)
    return `${WAITS[longest[0]] ?? longest[0]} (${fixed(longest[1])} sessions wait)`;
  return `nothing is used up (${fixed(machine)} of ${String(cores)} cores): each target waits for its own steps`;
}

const fixed = (value: number): string => value.toFixed(1);
