import { Injectable, Logger } from '@nestjs/common';
import { Client, Pool } from 'pg';
import { session } from '#infrastructure/database/session.ts';
import { Checkpoints } from './checkpoints.ts';
import { indexedBy, lookupIndexName, lookupsOf, missingLookups, type LookupColumns } from './lookups.ts';
import { ProjectionRegistry } from './projection-registry.ts';
import { schemaOf } from './projection-tables.ts';

/** The process that adds indexes holds this lock. */
const INDEXES_LOCK = 8733;

/**
 * Adds the indexes that tables of an earlier release lack, while all processes use these tables. So an index needs no new
 * version of its read model.
 */
@Injectable()
export class LookupIndexes {
  readonly #logger = new Logger('indexes');

  constructor(
    private readonly pool: Pool,
    private readonly registry: ProjectionRegistry,
    private readonly checkpoints: Checkpoints,
  ) {}

  /**
   * Never throws: after a failure, the next start tries again. Does nothing while another process adds the indexes.
   * @param url of the database: the work needs its own connection, because it takes long for a large table
   */
  async add(url: string, signal: AbortSignal): Promise<void> {
    let client: Client | undefined;
    // Ending a client with a running statement closes its connection.
    const closeConnection = () => void client?.end().catch(() => undefined);
    signal.addEventListener('abort', closeConnection, { once: true });
    try {
      const missing = await this.missing();
      if (missing.length === 0 || signal.aborted) return;
      client = new Client(session(url, 'indexes'));
      client.on('error', () => undefined);
      await client.connect();
      await addAll(client, missing, signal);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!signal.aborted)
        this.#logger.warn(
          `Indexes could not be added, so some queries are slow; the next start tries again: ${reason}`,
        );
    } finally {
      signal.removeEventListener('abort', closeConnection);
      await client?.end().catch(() => undefined);
    }
  }

  /** Returns the missing indexes of the tables that this version of the product reads. */
  async missing(): Promise<readonly LookupColumns[]> {
    const active = (await this.checkpoints.all()).filter((one) => one.active);
    const needed = this.registry.all().flatMap((projection) => {
      const build = active.find(
        ({ name, version }) => name === projection.name && version === projection.version,
      );
      return build ? lookupsOf(projection, schemaOf(build)) : [];
    });
    return missingLookups(needed, this.pool);
  }
}

async function addAll(client: Client, missing: readonly LookupColumns[], signal: AbortSignal): Promise<void> {
  // This does not wait for the lock: `concurrently` waits for every older statement, even for one that waits for a lock.
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [
    INDEXES_LOCK,
  ]);
  if (rows[0]?.got !== true) return;
  for (const lookup of missing) {
    if (signal.aborted) return;
    const name = lookupIndexName(lookup);
    // An unfinished index of an interrupted run serves no statement, but stays. So it is dropped first.
    await client.query(`drop index concurrently if exists "${lookup.schema}"."${name}"`);
    await client.query(`create index concurrently "${name}" on ${indexedBy(lookup)}`);
  }
}
