import type { Position } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import { PositionTrail, type Trail } from '../log/position-trail.ts';
import { Checkpoints, type Reached } from './checkpoints.ts';
import { ProjectionPositions } from './projection-positions.ts';
import { ProjectionRegistry } from './projection-registry.ts';

const PATIENCE_MILLISECONDS = 500;
/** How often other processes are asked, through the database, how far their projections are; once for all who wait. */
const POLL_MILLISECONDS = 10;

/**
 * A user reads what they wrote. The reply to a change waits for the read models of what it wrote, so that whoever asks
 * next, by whatever connection, sees it; query handlers wait for what the sender says to have seen.
 */
@Injectable()
export class ReadGate {
  #asking: Promise<ReadonlyMap<string, Reached>> | undefined;

  constructor(
    private readonly trail: PositionTrail,
    private readonly positions: ProjectionPositions,
    private readonly checkpoints: Checkpoints,
    private readonly projections: ProjectionRegistry,
  ) {}

  /**
   * Returns once these projections have reached what the request's sender last wrote, or after half a second; the reply
   * is then marked as stale. Costs nothing for a request that waits for no position.
   */
  async waitFor(projectionNames: readonly string[]): Promise<void> {
    const trail = this.trail.current();
    if (!trail?.wanted) return;
    const reached = await this.#reach(projectionNames, trail.wanted);
    if (!reached) trail.stale = true;
  }

  /**
   * The same at the end of a request that has written, for the projections of the categories that it wrote. Never fails:
   * what was written is written, and a reply that cannot wait is stale.
   */
  async settle(trail: Trail): Promise<void> {
    const { written, categories } = trail;
    // Whoever has waited in vain already does not wait twice.
    if (written === null || trail.stale) return;
    const names = this.projections
      .all()
      .filter((projection) => projection.categories.some((category) => categories.has(category)))
      .map(({ name }) => name);
    trail.stale = !(await this.#reach(names, written).catch(() => false));
  }

  async #reach(names: readonly string[], wanted: Position): Promise<boolean> {
    const until = Date.now() + PATIENCE_MILLISECONDS;
    let behind = names;
    let isStopped = false;
    for (;;) {
      behind = behind.filter((name) => (this.positions.of(name) ?? '') < wanted);
      const elsewhere = behind.filter((name) => this.positions.of(name) === undefined);
      if (elsewhere.length > 0) {
        const there = await this.#ask();
        behind = behind.filter((name) => (there.get(name)?.position ?? '') < wanted);
        // Nothing comes of waiting for one that cannot go on.
        const waiting = behind.filter((name) => !there.get(name)?.stopped);
        isStopped ||= waiting.length < behind.length;
        behind = waiting;
      }
      if (behind.length === 0) return !isStopped;
      const left = until - Date.now();
      if (left <= 0) return false;
      await this.positions.nextMove(elsewhere.length > 0 ? Math.min(POLL_MILLISECONDS, left) : left);
    }
  }

  #ask(): Promise<ReadonlyMap<string, Reached>> {
    this.#asking ??= this.checkpoints.reachedBy(this.projections.all()).finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }
}
