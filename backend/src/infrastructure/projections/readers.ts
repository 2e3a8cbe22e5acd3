import { EventStore } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { CauseContext } from '../cause-context.ts';
import { Configuration } from '../config/configuration.ts';
import { LiveUpdates } from '../live/live-updates.ts';
import { EventCodec } from '../log/event-codec.ts';
import { ProcessReading } from '../processes/process-reading.ts';
import { ProcessRegistry } from '../processes/process-registry.ts';
import { Checkpoints } from './checkpoints.ts';
import { LogTail } from './log-tail.ts';
import { PositionRequests } from './position-requests.ts';
import { ProjectionReading } from './projection-reading.ts';
import { ProjectionRegistry } from './projection-registry.ts';
import { ProjectionTables } from './projection-tables.ts';
import type { ReaderLocks } from './reader-locks.ts';
import { ReaderPositions } from './reader-positions.ts';
import { Reader, type ReaderStatus } from './reader.ts';
import type { Reading } from './reading.ts';

/** Runs the projections (role `projector`) and processes (role `worker`) of this process. */
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
    private readonly live: LiveUpdates,
    private readonly causes: CauseContext,
    private readonly store: EventStore,
    private readonly requests: PositionRequests,
  ) {}

  /** Makes the tables and views of this version, also those that another process fills: all read them. */
  async prepare(): Promise<void> {
    for (const projection of this.projections.all()) await this.tables.prepare(projection);
    this.#prepared = true;
  }

  get prepared(): boolean {
    return this.#prepared;
  }

  /** Runs the projections that the roles of this process allow, as far as no other process does already. */
  start(locks: ReaderLocks): void {
    const readers = this.#all();
    if (readers.length === 0) return;
    const { signal } = this.#stop;
    const byLock = new Map(readers.map((reader) => [reader.reading.lock, reader]));
    this.#locks = locks;
    this.requests.answer((lock, position) => byLock.get(lock)?.writeWhenAt(position));
    this.#want('projection');
    this.#holding = locks.hold(signal, (lock, lost) => {
      // Processes that wait for their turn leave the log alone, however many there are.
      this.tail.start(signal);
      this.#running.set(
        lock,
        this.#run(byLock.get(lock), AbortSignal.any([signal, lost]), this.#running.get(lock)),
      );
    });
  }

  /** After `start`, once whatever they command is wired: the processes too. */
  startProcesses(): void {
    this.#want('process');
  }

  #want(kind: Reading['kind']): void {
    const wanted = this.#all().filter(({ reading }) => reading.kind === kind);
    this.#locks?.want(wanted.map(({ reading }) => reading.lock));
  }

  /** A reader whose lock was lost may still be finishing when it is won back: one run after the other. */
  async #run(
    reader: Reader | undefined,
    until: AbortSignal,
    before: Promise<void> | undefined,
  ): Promise<void> {
    await before;
    if (!reader) return;
    await reader.run(until);
    this.positions.left(reader.reading.name);
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
   * For specs, instead of `start`: reads on until no projection and no process finds anything new, the events included
   * that processes add on the way. Errors fly.
   * @param kind only these readers
   */
  catchUp(kind?: Reading['kind']): Promise<void> {
    // One after the other: two runs at once would fence each other off.
    this.#catchingUp = this.#catchingUp.catch(() => undefined).then(() => this.#readOn(kind));
    return this.#catchingUp;
  }

  async #readOn(kind: Reading['kind'] | undefined): Promise<void> {
    const readers = this.#all().filter(({ reading }) => kind === undefined || reading.kind === kind);
    for (let moved = true; moved;) {
      moved = false;
      for (const reader of readers) while (await reader.step()) moved = true;
    }
  }

  #all(): readonly Reader[] {
    this.#readers ??= [...this.#projections(), ...this.#processes()].map(
      (reading) => new Reader(reading, this.tail),
    );
    return this.#readers;
  }

  #projections(): ProjectionReading[] {
    if (!this.configuration.roles.has('projector')) return [];
    const { pool, codec, checkpoints, tables, positions, live } = this;
    const parts = { pool, codec, checkpoints, tables, positions, live };
    return this.projections.all().map((projection) => new ProjectionReading(projection, parts));
  }

  #processes(): ProcessReading[] {
    if (!this.configuration.roles.has('worker')) return [];
    const { codec, checkpoints, causes, store, positions } = this;
    const parts = { codec, checkpoints, causes, store, positions };
    return this.processes.all().map((process) => new ProcessReading(process, parts));
  }
}
