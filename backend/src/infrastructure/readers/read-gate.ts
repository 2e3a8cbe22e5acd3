import type { Position } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import { PositionContext, type RequestPositions } from '#infrastructure/event-log/position-context.ts';
import { Checkpoints, type Reached } from './checkpoints.ts';
import { PositionRequests } from './position-requests.ts';
import { categoriesOf, typesOf } from './personal-rows.ts';
import type { Projection } from './projection.ts';
import { ProjectionRegistry } from './projection-registry.ts';
import { lockOf } from './reader-locks.ts';
import { ReaderPositions } from './reader-positions.ts';

const PATIENCE_MILLISECONDS = 500;
/** How often the gate reads the checkpoints of other processes from the database, once for all waiting requests. */
const POLL_MILLISECONDS = 10;
/** How often the gate asks other processes to store a checkpoint. Events that concern a read model move its checkpoint without a request, usually sooner. */
const ASK_MILLISECONDS = 25;

/**
 * Users read what they wrote. The response to a change waits for the read models of its events, so that the next request over any
 * connection sees the change. Query handlers wait for the position that the sender reports.
 */
@Injectable()
export class ReadGate {
  #fetching: Promise<ReadonlyMap<string, Reached>> | undefined;

  constructor(
    private readonly context: PositionContext,
    private readonly positions: ReaderPositions,
    private readonly checkpoints: Checkpoints,
    private readonly projections: ProjectionRegistry,
    private readonly requests: PositionRequests,
  ) {}

  /**
   * Returns when these projections have reached the position that the request's sender last wrote. It returns after half a second in any
   * case, and the response is then marked as stale. Returns immediately for a request that waits for no position.
   */
  async waitFor(projectionNames: readonly string[]): Promise<void> {
    const request = this.context.current();
    if (!request?.requested) return;
    const { requested } = request;
    if (!(await this.#reach(new Map(projectionNames.map((name) => [name, requested]))))) request.stale = true;
  }

  /**
   * Waits at the end of a request that has written, for the projections of its events, each up to the last of these events.
   * Never fails: the events are stored, and a response that cannot wait is stale.
   */
  async settle(request: RequestPositions): Promise<void> {
    // A request whose wait has already timed out does not wait again.
    if (request.written === null || request.stale) return;
    const requested = new Map<string, Position>();
    for (const projection of this.projections.all()) {
      const last = writtenFor(projection, request).sort().at(-1);
      if (last !== undefined) requested.set(projection.name, last);
    }
    request.stale = !(await this.#reach(requested).catch(() => false));
  }

  async #reach(requested: ReadonlyMap<string, Position>): Promise<boolean> {
    const until = performance.now() + PATIENCE_MILLISECONDS;
    let askAt = performance.now() + ASK_MILLISECONDS;
    let behind = [...requested];
    let isStopped = false;
    for (;;) {
      behind = behind.filter(([name, position]) => (this.positions.positionOf(name) ?? '') < position);
      const inOtherProcesses = behind.filter(([name]) => this.positions.positionOf(name) === undefined);
      if (inOtherProcesses.length > 0) {
        const reached = await this.#fetchReached();
        behind = behind.filter(([name, position]) => (reached.get(name)?.position ?? '') < position);
        // Waiting for a stopped projection is useless.
        const waiting = behind.filter(([name]) => !reached.get(name)?.stopped);
        isStopped ||= waiting.length < behind.length;
        behind = waiting;
      }
      if (behind.length === 0) return !isStopped;
      const now = performance.now();
      const timeLeft = until - now;
      if (timeLeft <= 0) return false;
      if (inOtherProcesses.length > 0 && now >= askAt) {
        askAt = now + ASK_MILLISECONDS;
        await this.#askOtherProcesses(behind.filter((one) => inOtherProcesses.includes(one)));
      }
      await this.positions.nextMove(
        inOtherProcesses.length > 0 ? Math.min(POLL_MILLISECONDS, timeLeft) : timeLeft,
      );
    }
  }

  /** Asks other processes to store their checkpoints: events that do not concern a read model move its checkpoint late. */
  async #askOtherProcesses(behind: readonly (readonly [name: string, position: Position])[]): Promise<void> {
    const locks = behind.map(([name]) => lockOf(this.projections.named(name)));
    const last = behind
      .map(([, position]) => position)
      .sort()
      .at(-1);
    if (last !== undefined) await this.requests.ask(locks, last);
  }

  #fetchReached(): Promise<ReadonlyMap<string, Reached>> {
    this.#fetching ??= this.checkpoints.reachedBy(this.projections.all()).finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }
}

/** The positions of the request's events that concern a projection, in any order. */
function writtenFor(projection: Projection, { types, categories, repeats }: RequestPositions): Position[] {
  const listedTypes = typesOf(projection);
  const ofCategories = (positions: ReadonlyMap<string, Position>) =>
    categoriesOf(projection).flatMap((category) => positions.get(category) ?? []);
  if (!listedTypes) return ofCategories(categories);
  return [...listedTypes.flatMap((type) => types.get(type) ?? []), ...ofCategories(repeats)];
}
