import { EventStore } from '@posthorn/event-sourcing/event-store';
import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Readers } from '../projections/readers.ts';
import { lagSeconds } from './reader-figures.ts';

const PATIENCE_MILLISECONDS = 2_000;

type Part = Readonly<{ ready: boolean; detail?: string }>;
export type HealthReport = Readonly<{
  ready: boolean;
  parts: Readonly<Record<'database' | 'log' | 'migrations' | 'projections' | 'serving', Part>>;
  readers: readonly Readonly<{ name: string; state: string; lagSeconds: number; position: string | null }>[];
}>;

/** Whether this process can do its work now. */
@Injectable()
export class Health {
  #stopping = false;
  #migrated = false;

  constructor(
    private readonly pool: Pool,
    private readonly orm: MikroORM,
    private readonly store: EventStore,
    private readonly readers: Readers,
  ) {}

  /** Not ready from now on: load balancers send their requests elsewhere while the last ones are served. */
  stopping(): void {
    this.#stopping = true;
  }

  async report(): Promise<HealthReport> {
    const [database, log, migrations] = await Promise.all([
      part(() => this.pool.query('select 1')),
      part(() => this.store.head()),
      part(() => this.#checkMigrations()),
    ]);
    const serving: Part = this.#stopping ? { ready: false, detail: 'stopping' } : { ready: true };
    const parts = { database, log, migrations, projections: this.#projections(), serving };
    const readers = this.readers.status().map((status) => ({
      name: status.name,
      state: status.state,
      lagSeconds: lagSeconds(status),
      position: status.position,
    }));
    return { ready: Object.values(parts).every(({ ready }) => ready), parts, readers };
  }

  #projections(): Part {
    const waiting = this.readers
      .status()
      .filter(({ state, caughtUpOnce }) => state === 'running' && !caughtUpOnce);
    const stopped = this.readers.status().filter(({ state }) => state === 'stopped');
    if (stopped.length > 0)
      return { ready: false, detail: `stopped: ${stopped.map(({ name }) => name).join(', ')}` };
    if (waiting.length > 0)
      return { ready: false, detail: `reading: ${waiting.map(({ name }) => name).join(', ')}` };
    return this.readers.prepared ? { ready: true } : { ready: false, detail: 'not prepared' };
  }

  /** Once this version's migrations are in, they stay in. */
  async #checkMigrations(): Promise<void> {
    if (this.#migrated) return;
    const pending = await this.orm.migrator.getPending();
    if (pending.length > 0) throw new Error(`pending: ${pending.map(({ name }) => name).join(', ')}`);
    this.#migrated = true;
  }
}

async function part(check: () => Promise<unknown>): Promise<Part> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error('no answer'));
    }, PATIENCE_MILLISECONDS);
  });
  try {
    await Promise.race([check(), late]);
    return { ready: true };
  } catch (error) {
    return { ready: false, detail: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
  }
}
