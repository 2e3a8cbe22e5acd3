import { EventStore } from '@posthorn/event-sourcing/event-store';
import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { AppendOutcomes } from '#infrastructure/event-log/append-outcomes.ts';
import { whyClosed } from '#infrastructure/event-log/closed-log.ts';
import { FirstCatchUp } from '#infrastructure/readers/first-catch-up.ts';
import { ReaderProgress, type CheckpointProgress } from '#infrastructure/readers/reader-progress.ts';
import { Readers } from '#infrastructure/readers/readers.ts';

const CHECK_TIMEOUT_MILLISECONDS = 2_000;
/** If a reader is further behind, a person should check it: no process runs the reader, or it cannot keep up. */
const FAR_BEHIND_SECONDS = 30;

type Part = Readonly<{ ready: boolean; degraded?: true; detail?: string }>;
export type HealthReport = Readonly<{
  ready: boolean;
  /** True when a reader has stopped or is far behind, so that users see old data. The part `projections` lists the readers. */
  degraded: boolean;
  parts: Readonly<Record<'database' | 'log' | 'appends' | 'migrations' | 'projections' | 'serving', Part>>;
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
    private readonly progress: ReaderProgress,
    private readonly firstCatchUp: FirstCatchUp,
    private readonly outcomes: AppendOutcomes,
  ) {}

  /** Makes the process not ready from now on. Load balancers send requests elsewhere while the process serves the last ones. */
  stopping(): void {
    this.#stopping = true;
  }

  async report(): Promise<HealthReport> {
    const [database, log, migrations, { projections, readers }] = await Promise.all([
      partFrom(() => this.pool.query('select 1')),
      partFrom(() => this.#checkLog()),
      partFrom(() => this.#checkMigrations()),
      this.#readers(),
    ]);
    const serving: Part = this.#stopping ? { ready: false, detail: 'stopping' } : { ready: true };
    const appendTrouble = this.outcomes.trouble();
    const appends: Part = appendTrouble === null ? { ready: true } : { ready: false, detail: appendTrouble };
    const parts = { database, log, appends, migrations, projections, serving };
    const all = Object.values(parts);
    return {
      ready: all.every(({ ready }) => ready),
      degraded: all.some(({ degraded }) => degraded),
      parts,
      readers,
    };
  }

  /**
   * A reader that has stopped or is far behind is reported, but the process stays ready. Everything else works, and another process would stop
   * at the same event. `missing` read models have never been complete in this version.
   */
  async #readers(): Promise<{ projections: Part; readers: HealthReport['readers'] }> {
    try {
      if (!this.readers.prepared) throw new Error('not prepared');
      const missing = await inTime(() => this.firstCatchUp.missing());
      const progress = await inTime(() => this.progress.inUse());
      const readers = progress.map((one) => this.#reportOf(one));
      if (missing.length > 0)
        return { projections: { ready: false, detail: `reading: ${missing.join(', ')}` }, readers };
      const degradations = [
        ...linesFor(
          'stopped',
          readers.filter(({ state }) => state === 'stopped'),
        ),
        ...linesFor(
          'behind',
          readers.filter(({ lagSeconds }) => lagSeconds > FAR_BEHIND_SECONDS),
        ),
      ];
      const degraded = degradations.length > 0 && {
        degraded: true as const,
        detail: degradations.join('; '),
      };
      return { projections: { ready: true, ...degraded }, readers };
    } catch (error) {
      return { projections: failedPart(error), readers: [] };
    }
  }

  #reportOf({ name, state, lagSeconds, position }: CheckpointProgress): HealthReport['readers'][number] {
    const here = this.readers.status().find((status) => status.name === name)?.state;
    return {
      name,
      state: state.startsWith('stopped') ? 'stopped' : (here ?? 'elsewhere'),
      lagSeconds,
      position,
    };
  }

  async #checkLog(): Promise<void> {
    const closed = await whyClosed(this.store);
    if (closed !== null) throw new Error(closed);
    await this.store.head();
  }

  /** Once this version’s migrations have run, they are not checked again. */
  async #checkMigrations(): Promise<void> {
    if (this.#migrated) return;
    const pending = await this.orm.migrator.getPending();
    if (pending.length > 0) throw new Error(`pending: ${pending.map(({ name }) => name).join(', ')}`);
    this.#migrated = true;
  }
}

async function partFrom(check: () => Promise<unknown>): Promise<Part> {
  try {
    await inTime(check);
    return { ready: true };
  } catch (error) {
    return failedPart(error);
  }
}

async function inTime<Result>(check: () => Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error('no answer'));
    }, CHECK_TIMEOUT_MILLISECONDS);
  });
  try {
    return await Promise.race([check(), late]);
  } finally {
    clearTimeout(timer);
  }
}

const failedPart = (error: unknown): Part => ({
  ready: false,
  detail: error instanceof Error ? error.message : String(error),
});

const linesFor = (degradations: string, readers: HealthReport['readers']): string[] =>
  readers.length > 0 ? [`${degradations}: ${readers.map(({ name }) => name).join(', ')}`] : [];
