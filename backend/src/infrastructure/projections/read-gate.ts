import type { Position } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import { PositionTrail } from '../log/position-trail.ts';
import { Checkpoints } from './checkpoints.ts';
import { ProjectionPositions } from './projection-positions.ts';

const PATIENCE_MILLISECONDS = 500;
/** How often another process is asked, through the database, how far its projections are. */
const POLL_MILLISECONDS = 25;

/** A user reads what they wrote: query handlers wait here for the read models that they are about to read. */
@Injectable()
export class ReadGate {
  constructor(
    private readonly trail: PositionTrail,
    private readonly positions: ProjectionPositions,
    private readonly checkpoints: Checkpoints,
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

  async #reach(names: readonly string[], wanted: Position): Promise<boolean> {
    const until = Date.now() + PATIENCE_MILLISECONDS;
    let behind = names;
    for (;;) {
      behind = behind.filter((name) => (this.positions.of(name) ?? '') < wanted);
      const elsewhere = behind.filter((name) => this.positions.of(name) === undefined);
      if (elsewhere.length > 0) {
        const there = await this.checkpoints.positionsOf(elsewhere);
        behind = behind.filter((name) => (there.get(name) ?? '') < wanted);
      }
      if (behind.length === 0) return true;
      const left = until - Date.now();
      if (left <= 0) return false;
      await this.positions.nextMove(elsewhere.length > 0 ? Math.min(POLL_MILLISECONDS, left) : left);
    }
  }
}
