import { EventStore, type Position } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import { ProcessRegistry } from './process-registry.ts';
import { Checkpoints, type Checkpoint } from './checkpoints.ts';
import { WRITE_MILLISECONDS } from './lazy-checkpoint.ts';
import { PositionRequests } from './position-requests.ts';
import { ProjectionRegistry } from './projection-registry.ts';
import { lockOf } from './reader-locks.ts';
import { ReaderPositions } from './reader-positions.ts';
import type { EventConsumer } from './event-consumer.ts';

export type CheckpointProgress = Checkpoint &
  Readonly<{
    kind: EventConsumer['kind'];
    /** Age of the oldest event that is not applied yet; 0 at the head of the log. */
    lagSeconds: number;
  }>;

/** Milliseconds. A running reader stores its checkpoint well within this time. */
const ANSWER_MILLISECONDS = 250;
const POLL_MILLISECONDS = 10;
/** If a checkpoint is further behind than this, its delayed write is not the reason. */
const UNWRITTEN_SECONDS = (2 * WRITE_MILLISECONDS) / 1000;

/**
 * How far the readers are behind the head of the log, in all processes. It uses the checkpoints, and the exact positions of readers in this
 * process. It asks the other processes to store their checkpoints first. If a reader hangs or no process runs it, only its
 * stored checkpoint counts.
 */
@Injectable()
export class ReaderProgress {
  constructor(
    private readonly projections: ProjectionRegistry,
    private readonly processes: ProcessRegistry,
    private readonly checkpoints: Checkpoints,
    private readonly store: EventStore,
    private readonly positions: ReaderPositions,
    private readonly requests: PositionRequests,
  ) {}

  /** Returns the progress of the read models of this version, and of the event processes. */
  async inUse(): Promise<CheckpointProgress[]> {
    return this.#measured((checkpoint) => this.isInUse(checkpoint));
  }

  /** Includes builds of other versions and those that are being created. */
  async all(): Promise<CheckpointProgress[]> {
    return this.#measured(() => true);
  }

  /** Whether this version of the product updates and reads this build. */
  isInUse(checkpoint: Checkpoint): boolean {
    return checkpoint.active && this.#kindOf(checkpoint) !== undefined;
  }

  /**
   * Returns the read models of this version that have not reached `target`. It also requests fresh checkpoints, so a second call sees what other
   * processes have read.
   */
  async behind(target: Position): Promise<Checkpoint[]> {
    const found = (await this.#checkpoints()).filter(
      (one) => this.isInUse(one) && this.#kindOf(one) === 'projection' && (one.position ?? '') < target,
    );
    await this.#request(found, target);
    return found;
  }

  async #measured(which: (checkpoint: Checkpoint) => boolean): Promise<CheckpointProgress[]> {
    const head = await this.store.head();
    // The checkpoints are read after the head, so that events that arrive in between do not make a running reader seem behind.
    let found = await this.#withLag(which, head);
    const mayBeFurther = (one: CheckpointProgress) =>
      this.#hereAt(one) === undefined &&
      isRunning(one) &&
      one.lagSeconds > 0 &&
      one.lagSeconds < UNWRITTEN_SECONDS;
    const until = performance.now() + ANSWER_MILLISECONDS;
    if (head !== null) await this.#request(found.filter(mayBeFurther), head);
    while (found.some(mayBeFurther) && performance.now() < until) {
      await this.positions.nextMove(POLL_MILLISECONDS);
      found = await this.#withLag(which, head);
    }
    return found;
  }

  /** Asks the processes that run these readers to store their checkpoints when they have reached the position. */
  async #request(readers: readonly Checkpoint[], position: Position): Promise<void> {
    const elsewhere = readers.filter((one) => this.#hereAt(one) === undefined);
    if (elsewhere.length === 0) return;
    const locks = elsewhere.map((one) => (this.#kindOf(one) === 'process' ? one.name : lockOf(one)));
    await this.requests.ask(locks, position);
  }

  /** Returns the stored positions, or later ones of readers in this process. */
  async #checkpoints(): Promise<Checkpoint[]> {
    const stored = await this.checkpoints.all();
    return stored.map((one) => {
      const here = this.#hereAt(one);
      return here !== undefined && here > (one.position ?? '') ? { ...one, position: here } : one;
    });
  }

  #hereAt(checkpoint: Checkpoint): Position | undefined {
    return this.isInUse(checkpoint) ? this.positions.positionOf(checkpoint.name) : undefined;
  }

  async #withLag(
    which: (checkpoint: Checkpoint) => boolean,
    head: Position | null,
  ): Promise<CheckpointProgress[]> {
    const found = (await this.#checkpoints()).filter(which);
    const lags = new Map<Position | null, Promise<number>>();
    return Promise.all(
      found.map(async (one) => {
        const lag = lags.get(one.position) ?? this.#lag(one.position, head);
        lags.set(one.position, lag);
        return { ...one, kind: this.#kindOf(one) ?? 'projection', lagSeconds: await lag };
      }),
    );
  }

  async #lag(after: Position | null, head: Position | null): Promise<number> {
    if (head === null || (after ?? '') >= head) return 0;
    for await (const { meta } of this.store.readAll({ after: after ?? undefined, max: 1 })) {
      return Math.max(0, (Date.now() - Date.parse(meta.at)) / 1000);
    }
    return 0;
  }

  #kindOf({ name, version }: Checkpoint): EventConsumer['kind'] | undefined {
    const isThisReader = (one: Readonly<{ name: string; version: number }>) =>
      one.name === name && one.version === version;
    if (this.projections.all().some(isThisReader)) return 'projection';
    return this.processes.all().some((process) => isThisReader({ name: process.name, version: 0 }))
      ? 'process'
      : undefined;
  }
}

const isRunning = ({ active, state }: Checkpoint): boolean => active && state === 'running';
