import type { Platform } from '@posthorn/contracts/shared/platform';
import type { FreeSlots } from '#infrastructure/effects/slots.ts';
import { claimFairly } from '#infrastructure/effects/testing/claim-model.ts';
import type { Work } from '#infrastructure/effects/work-table.ts';
import type { Target } from './target.ts';

export type TargetRow = Work<Readonly<{ id: number }>, Platform>;

/** A target at the time at which it is looked at next. */
type Due = Readonly<{ at: number; target: Target; ownerId: string; server: string }>;

/** Due rows in memory, for all workers together. Who has claimed a row holds it until it is given back. */
export class DueTable {
  /** By platform: who waits, in the order of time and key. */
  readonly #waiting = new Map<Platform, Due[]>();
  readonly #targets = new Map<number, Target>();

  constructor(targets: readonly Target[]) {
    for (const target of targets) {
      this.#targets.set(target.id, target);
      const lane = this.#lane(target.platform);
      lane.push({ at: target.due, target, ownerId: target.ownerId, server: target.server });
    }
    for (const lane of this.#waiting.values()) lane.sort(inOrder);
  }

  /** @throws Error when there is no such row */
  targetOf({ id }: Pick<TargetRow, 'id'>): Target {
    const target = this.#targets.get(id);
    if (!target) throw new Error(`There is no target ${String(id)}`);
    return target;
  }

  claim(slots: readonly FreeSlots<Platform>[], now: number): TargetRow[] {
    return slots.flatMap((slot) => {
      const lane = this.#lane(slot.platform);
      const taken = claimFairly(ripeIn(lane, now), slot);
      for (const due of taken) lane.splice(placeIn(lane, due), 1);
      return taken.map(({ at, target }) => ({
        id: target.id,
        ownerId: target.ownerId,
        platform: target.platform,
        server: target.server,
        dueAt: String(at),
      }));
    });
  }

  /** Gives a claimed row back, to be looked at again at `at`. */
  release({ id }: Pick<TargetRow, 'id'>, at: number): void {
    const target = this.targetOf({ id });
    const lane = this.#lane(target.platform);
    const due = { at, target, ownerId: target.ownerId, server: target.server };
    lane.splice(placeIn(lane, due), 0, due);
  }

  /** Milliseconds until the next row is due; null when none waits. */
  ahead(now: number): number | null {
    let next: number | null = null;
    for (const lane of this.#waiting.values()) {
      const at = lane[firstAfter(lane, now)]?.at;
      if (at !== undefined && (next === null || at < next)) next = at;
    }
    return next === null ? null : next - now;
  }

  #lane(platform: Platform): Due[] {
    const known = this.#waiting.get(platform) ?? [];
    this.#waiting.set(platform, known);
    return known;
  }
}

const inOrder = (one: Due, other: Due): number => one.at - other.at || one.target.id - other.target.id;

function* ripeIn(lane: readonly Due[], now: number): Generator<Due> {
  for (const due of lane) {
    if (due.at > now) return;
    yield due;
  }
}

/** Where it is, or would be. */
const placeIn = (lane: readonly Due[], due: Due): number =>
  firstWhere(lane, (other) => inOrder(other, due) >= 0);

const firstAfter = (lane: readonly Due[], now: number): number => firstWhere(lane, ({ at }) => at > now);

/** The first one that a question is true of, which from then on is true of all. */
function firstWhere(lane: readonly Due[], isTrue: (due: Due) => boolean): number {
  let from = 0;
  let to = lane.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const due = lane[middle];
    if (due && isTrue(due)) to = middle;
    else from = middle + 1;
  }
  return from;
}
