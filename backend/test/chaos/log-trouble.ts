import { setTimeout as pause } from 'node:timers/promises';
import { LINKS, STATISTICS } from '@posthorn/event-store/testing/wire-double/double-log';
import type { WireCluster } from '@posthorn/event-store/testing/wire-double/wire-cluster';

/** The share of appends that become visible late, and their delay. */
const LATE_SHARE = 0.3;
const LATE_MILLISECONDS = { least: 5, most: 500 };
const CALM_MILLISECONDS = { least: 1000, most: 8000 };
/** Shorter than the deadline of an append. If the cluster elects a new leader, a freeze may be longer. */
const FROZEN_MILLISECONDS = { least: 500, most: 2000 };
const REPLACED_MILLISECONDS = { least: 500, most: 7000 };

/** A period in which no process could write, in milliseconds of the clock. It is empty for an election: the new leader is available immediately. */
export type Absence = Readonly<{ from: number; to: number }>;
type Span = Readonly<{ least: number; most: number }>;

/** Simulates faults of an EventStoreDB cluster: late appends, system events, freezes, elections, lost writes. */
export class LogTrouble {
  /** How often each fault happened. `deposed`: the leader was replaced, and lost its last writes. */
  readonly counts = { late: 0, systemEvents: 0, frozen: 0, elected: 0, deposed: 0 };
  /** In order of time, without overlap. */
  readonly absences: Absence[] = [];

  constructor(
    private readonly cluster: WireCluster,
    private readonly random: () => number,
  ) {}

  /** Causes faults until `isDone` returns true. Afterwards the cluster works normally. */
  async run(isDone: () => boolean): Promise<void> {
    const { log } = this.cluster;
    log.replicationTakes = () => this.#delayOfAppend();
    while (!isDone()) {
      await pause(this.#within(CALM_MILLISECONDS));
      this.counts.systemEvents += 5;
      log.writeSystemEvents(3, LINKS);
      log.writeSystemEvents(2, STATISTICS);
      await this.#oneOf([() => this.#freeze(), () => this.#replace(), () => this.#depose()]);
    }
    log.replicationTakes = () => 0;
    log.replicateAll();
  }

  #delayOfAppend(): number {
    if (this.random() >= LATE_SHARE) return 0;
    this.counts.late += 1;
    return this.#within(LATE_MILLISECONDS);
  }

  async #freeze(): Promise<void> {
    this.counts.frozen += 1;
    const from = Date.now();
    await this.#freezeFor(this.cluster.leader, FROZEN_MILLISECONDS);
    this.absences.push({ from, to: Date.now() });
  }

  /** The other nodes elect a new leader while the old leader is frozen. */
  async #replace(): Promise<void> {
    const { leader } = this.cluster;
    this.counts.elected += 1;
    const frozen = this.#freezeFor(leader, REPLACED_MILLISECONDS);
    this.#elect();
    await frozen;
  }

  /** Loses the writes that only the old leader had. */
  #depose(): Promise<void> {
    this.counts.deposed += 1;
    this.cluster.log.loseUnreplicated();
    this.#elect();
    return Promise.resolve();
  }

  #elect(): void {
    this.cluster.elect();
    this.absences.push({ from: Date.now(), to: Date.now() });
  }

  async #freezeFor(node: WireCluster['leader'], span: Span): Promise<void> {
    node.frozen = true;
    await pause(this.#within(span));
    node.frozen = false;
  }

  #within({ least, most }: Span): number {
    return least + this.random() * (most - least);
  }

  #oneOf(kinds: readonly (() => Promise<void>)[]): Promise<void> {
    return kinds[Math.floor(this.random() * kinds.length)]?.() ?? Promise.resolve();
  }
}
