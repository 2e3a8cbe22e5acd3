import { EventStore } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { RowsChanged } from './rows-changed.ts';
import { EventCodec } from '#infrastructure/event-log/event-codec.ts';
import { ProcessConsumer } from './process-consumer.ts';
import { ProcessRegistry } from './process-registry.ts';
import { Checkpoints } from './checkpoints.ts';
import { LogTail } from './log-tail.ts';
import { PositionRequests } from './position-requests.ts';
import { ProjectionConsumer } from './projection-consumer.ts';
import { ProjectionRegistry } from './projection-registry.ts';
import { ProjectionTables } from './projection-tables.ts';
import type { ReaderLocks } from './reader-locks.ts';
import { ReaderPositions } from './reader-positions.ts';
import { ReaderGroup } from './reader-group.ts';
import { Reader, type ReaderStatus } from './reader.ts';
import type { EventConsumer } from './event-consumer.ts';

/** Runs the projections (role `projector`) and the event processes (role `worker`) in this OS process. */
@Injectable()
export class Readers {
  #readers: readonly Reader[] | undefined;
  readonly #stop = new AbortController();
  #prepared = false;
  #catchingUp: Promise<void> = Promise.resolve();
  #locks: ReaderLocks | undefined;
  #holding: Promise<void> | undefined;
  readonly #running = new Map<string, Promise<void>>();

  constructor(
    private readonly projections: ProjectionRegistry,
    private readonly processes: ProcessRegistry,
    private readonly configuration: Configuration,
    private readonly tail: LogTail,
    private readonly pool: Pool,
    private readonly codec: EventCodec,
    private readonly checkpoints: Checkpoints,
    private readonly tables: ProjectionTables,
    private readonly positions: ReaderPositions,
    private readonly changes: RowsChanged,
    private readonly causes: CauseContext,
    private readonly store: EventStore,
    private readonly requests: PositionRequests,
  ) {}

  /** Creates the tables and views of this version, including those that another OS process fills, because every OS process reads them. */
  async prepare(): Promise<void> {
    await this.tables.prepareAll(this.projections.all());
    this.#prepared = true;
  }

  get prepared(): boolean {
    return this.#prepared;
  }

  /** Runs the projections that the roles of this OS process allow and that no other OS process runs. */
  start(locks: ReaderLocks): void {
    const readers = this.#all();
    if (readers.length === 0) return;
    const { signal } = this.#stop;
    const byLock = new Map(readers.map((reader) => [reader.consumer.lock, reader]));
    this.#locks = locks;
    this.requests.answer((lock, position) => byLock.get(lock)?.writeCheckpointAt(position));
    this.#requestLocks('projection');
    this.#holding = locks.hold(signal, (lock, lost) => {
      // An OS process that waits for all locks does not read the log.
      this.tail.start(signal);
      const until = AbortSignal.any([signal, lost]);
      const run = this.#run(byLock.get(lock), until, this.#running.get(lock));
      this.#running.set(lock, run);
      return run;
    });
  }

  /** Starts the event processes too. Call it after `start`, when their command handlers are registered. */
  startProcesses(): void {
    this.#requestLocks('process');
  }

  #requestLocks(kind: EventConsumer['kind']): void {
    const requested = this.#all().filter(({ consumer }) => consumer.kind === kind);
    this.#locks?.request(requested.map(({ consumer }) => consumer.lock));
  }

  /** After a lock was lost and won again, the earlier run of its reader may not have ended yet. This waits for that end. */
  async #run(
    reader: Reader | undefined,
    until: AbortSignal,
    before: Promise<void> | undefined,
  ): Promise<void> {
    await before;
    if (!reader) return;
    await reader.run(until);
    this.positions.forget(reader.consumer.name);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running.values());
    await this.#holding;
    await this.tail.stopped();
  }

  status(): readonly ReaderStatus[] {
    return this.#all().map(({ status }) => status);
  }

  /**
   * For specs, instead of `start`: reads until no projection and no event process finds a new event, including those that they add. Throws
   * what a handler throws.
   * @param kind only these readers
   */
  catchUp(kind?: EventConsumer['kind']): Promise<void> {
    // Runs are sequential, because two simultaneous runs would move each other's checkpoints.
    this.#catchingUp = this.#catchingUp.catch(() => undefined).then(() => this.#catchUpAll(kind));
    return this.#catchingUp;
  }

  async #catchUpAll(kind: EventConsumer['kind'] | undefined): Promise<void> {
    const readers = this.#all().filter(({ consumer }) => kind === undefined || consumer.kind === kind);
    for (let moved = true; moved;) {
      moved = false;
      for (const reader of readers) while (await reader.step()) moved = true;
    }
  }

  #all(): readonly Reader[] {
    this.#readers ??= this.#createReaders();
    return this.#readers;
  }

  #createReaders(): readonly Reader[] {
    const { tail, pool, codec, checkpoints, changes, positions } = this;
    const group = new ReaderGroup(tail, { pool, codec, checkpoints, changes, positions });
    const consumers = [...this.#projections(), ...this.#processes()];
    return consumers.map((consumer) => new Reader(consumer, tail, group));
  }

  #projections(): ProjectionConsumer[] {
    if (!this.configuration.roles.has('projector')) return [];
    const { pool, codec, checkpoints, tables, positions, changes } = this;
    const parts = { pool, codec, checkpoints, tables, positions, changes };
    return this.projections.all().map((projection) => new ProjectionConsumer(projection, parts));
  }

  #processes(): ProcessConsumer[] {
    if (!this.configuration.roles.has('worker')) return [];
    const { codec, checkpoints, causes, store, positions } = this;
    const parts = { codec, checkpoints, causes, store, positions };
    return this.processes.all().map((process) => new ProcessConsumer(process, parts));
  }
}
