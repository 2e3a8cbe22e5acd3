import { EventStore, type Position } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import { ProcessRegistry } from '../processes/process-registry.ts';
import { Checkpoints, type Checkpoint } from './checkpoints.ts';
import { ProjectionRegistry } from './projection-registry.ts';
import type { Reading } from './reader.ts';

export type Progress = Checkpoint &
  Readonly<{
    kind: Reading['kind'];
    /** Age of the oldest event that is not applied yet; 0 at the head of the log. */
    lagSeconds: number;
  }>;

/**
 * How far the readers are, whichever process runs them: their checkpoints against the head of the log. What a process
 * believes of itself would say nothing of a reader that hangs, or that nobody runs.
 */
@Injectable()
export class ReaderProgress {
  constructor(
    private readonly projections: ProjectionRegistry,
    private readonly processes: ProcessRegistry,
    private readonly checkpoints: Checkpoints,
    private readonly store: EventStore,
  ) {}

  /** The read models as this version of the product feeds and reads them, and the processes. */
  async inUse(): Promise<Progress[]> {
    return this.#measured((checkpoint) => this.isInUse(checkpoint));
  }

  /** Builds of other versions too, and those that are being made. */
  async all(): Promise<Progress[]> {
    return this.#measured(() => true);
  }

  /** Whether this version of the product feeds and reads this build. */
  isInUse(checkpoint: Checkpoint): boolean {
    return checkpoint.active && this.#kindOf(checkpoint) !== undefined;
  }

  /** Of the read models of this version: those that have not come as far as `target`. */
  async behind(target: Position): Promise<Checkpoint[]> {
    return (await this.checkpoints.all()).filter(
      (one) => this.isInUse(one) && this.#kindOf(one) === 'projection' && (one.position ?? '') < target,
    );
  }

  async #measured(which: (checkpoint: Checkpoint) => boolean): Promise<Progress[]> {
    const head = await this.store.head();
    // Read after the head: a reader that runs is never told to be behind what came in between.
    const found = (await this.checkpoints.all()).filter(which);
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

  #kindOf({ name, version }: Checkpoint): Reading['kind'] | undefined {
    const isMine = (one: Readonly<{ name: string; version: number }>) =>
      one.name === name && one.version === version;
    if (this.projections.all().some(isMine)) return 'projection';
    return this.processes.all().some((process) => isMine({ name: process.name, version: 0 }))
      ? 'process'
      : undefined;
  }
}
