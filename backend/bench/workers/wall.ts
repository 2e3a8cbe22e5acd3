/** What was in use on average while work was due, of what there is. */
export type Load = Readonly<{
  cores: number;
  /** Cores in use by anything on this machine. */
  machine: number;
  /** Cores in use by each process, by the name of its kind; one thread of it does most. */
  threads: Readonly<Record<string, number>>;
  /** Rows held of the platform that most are held of, and how many workers may hold. */
  held: Readonly<{ platform: string; rows: number; of: number }>;
  /** Sessions of the database that waited for something, by its name. */
  waits: Readonly<Record<string, number>>;
}>;

/** From here on there is hardly anything left: some of it is lost between one piece of work and the next. */
const FULL = 0.85;
/** As many sessions at a time wait for one thing. */
const QUEUE = 1;

const WAITS: Readonly<Record<string, string>> = {
  'Lock:advisory': 'the lock of appends',
  'IO:WalSync': 'the disk beneath the database',
  'IO:WALSync': 'the disk beneath the database',
  'LWLock:WALWrite': 'the disk beneath the database',
  'Lock:transactionid': 'rows that several change, as buckets of a budget that all share',
  'Lock:tuple': 'rows that several change, as buckets of a budget that all share',
};

/** Names what is used up, the narrowest first; a few words with the figure behind them. */
export function wallOf({ cores, machine, threads, held, waits }: Load): string {
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
