import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { machineSeconds, processorSeconds, withChildren } from '../process-family.ts';
import type { Installation, Kind } from './installation.ts';
import { DUE_VIEW } from '#modules/scheduling/read-models/targets/target-rows.ts';

const EVERY_MS = 250;
const KINDS: readonly Kind[] = ['worker', 'Postgres', 'event log', 'projector', 'web', 'platforms'];

/** The seconds of a core that were used up to one moment, and the waits at this moment. */
export type Sample = Readonly<{
  /** Milliseconds since 1970. */
  at: number;
  /** One number for each process of a kind. */
  used: Readonly<Record<Kind, readonly number[]>>;
  /** All processes of the machine together. */
  machine: number;
  connections: number;
  /** Rows that workers have leased, by platform. */
  held: Readonly<Record<string, number>>;
  /**
   * The wait events of busy database sessions, such as `Lock:advisory` or `IO:WalSync`. An empty text means waiting for a core, or running.
   */
  waits: readonly string[];
}>;

/** Samples all processes and the database four times a second. */
export class Watch {
  readonly #samples: Sample[] = [];
  readonly #stopping = new AbortController();
  readonly #client: Client;
  #running: Promise<void> = Promise.resolve();

  private constructor(private readonly installation: Installation) {
    this.#client = new Client({ connectionString: installation.databaseUrl, application_name: 'bench' });
  }

  static async start(installation: Installation): Promise<Watch> {
    const watch = new Watch(installation);
    await watch.#client.connect();
    watch.#running = watch.#run();
    return watch;
  }

  /** Returns all samples. */
  async stop(): Promise<readonly Sample[]> {
    this.#stopping.abort();
    try {
      await this.#running;
    } finally {
      await this.#client.end();
    }
    return this.#samples;
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#samples.push(await this.#sample());
      await pause(EVERY_MS);
    }
  }

  async #sample(): Promise<Sample> {
    const { rows } = await this.#client.query<Pick<Sample, 'connections' | 'held' | 'waits'>>(`
      select (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
        (select coalesce(jsonb_object_agg(platform, held), '{}') from (
          select platform, count(*) as held from ${DUE_VIEW}
          where lease_until >= now() group by platform) h) as held,
        (select coalesce(jsonb_agg(coalesce(wait_event_type || ':' || wait_event, '')), '[]') from pg_stat_activity
          where state = 'active' and datname = current_database() and pid <> pg_backend_pid()) as waits`);
    const [{ connections, held, waits } = { connections: 0, held: {}, waits: [] }] = rows;
    return { at: Date.now(), ...(await usedBy(this.installation)), connections, held, waits };
  }
}

export async function usedBy({
  roots,
}: Pick<Installation, 'roots'>): Promise<Pick<Sample, 'used' | 'machine'>> {
  const processes = roots();
  const used: Partial<Record<Kind, number[]>> = {};
  for (const kind of KINDS) {
    used[kind] = [];
    for (const root of processes[kind] ?? [])
      used[kind].push(await processorSeconds(await withChildren(root)));
  }
  return { used: used as Record<Kind, number[]>, machine: await machineSeconds() };
}

/** The number of commits of the database until now. Sessions publish their counts within ten seconds, and immediately when they end. */
export async function commits(databaseUrl: string): Promise<number> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'bench' });
  await client.connect();
  try {
    const { rows } = await client.query<{ commits: number }>(
      'select xact_commit::float8 as commits from pg_stat_database where datname = current_database()',
    );
    return rows[0]?.commits ?? NaN;
  } finally {
    await client.end();
  }
}
