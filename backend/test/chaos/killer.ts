import { setTimeout as pause } from 'node:timers/promises';
import type { ChaosSetup } from './chaos-setup.ts';
import { ProductProcess } from './product-process.ts';

/** A worker that does not reach its kill point within this time is killed anyway. */
const WAIT_FOR_POINT_MS = 5_000;

/** `named`: kills at each kill point. `brokenStarts`: workers that ended before they were ready, without a kill point. */
export type Kills = { random: number; named: Record<string, number>; brokenStarts: number };

/** Keeps some workers running and kills each after a while: two of three at a named point, the others at any time. */
export class Killer {
  readonly kills: Kills = { random: 0, named: {}, brokenStarts: 0 };
  readonly #living = new Set<ProductProcess>();
  #started = 0;
  #lastOutput = '';

  constructor(
    private readonly setup: ChaosSetup,
    /** `kills`: the number of kills. `points`: the kill points, which the killer uses in turn. */
    private readonly o: Readonly<{ kills: number; points: readonly string[] }>,
    private readonly random: () => number,
  ) {}

  get count(): number {
    return this.kills.random + Object.values(this.kills.named).reduce((sum, each) => sum + each, 0);
  }

  get lastOutput(): string {
    return this.#lastOutput;
  }

  /** Returns when it has killed the given number of workers. */
  async run(workers: number): Promise<void> {
    await Promise.all(Array.from({ length: workers }, () => this.#runInTurn()));
  }

  async #runInTurn(): Promise<void> {
    while (this.count < this.o.kills) await this.#runWorker();
  }

  async #runWorker(): Promise<void> {
    const turn = this.#started++;
    // The number of earlier workers with a kill point.
    const pointIndex = turn - Math.floor(turn / 3);
    const point = turn % 3 === 2 ? undefined : this.o.points[pointIndex % this.o.points.length];
    // Workers rarely reach these points, so the killer uses the first time.
    const isRare = /^(?:cover|moderation|auto-reply|billing-\w+)\//u.test(point ?? '');
    const nth = isRare ? 1 : 1 + Math.floor(this.random() * 4);
    const worker = new ProductProcess(
      this.setup.env({
        ROLES: 'worker,projector',
        ...(point && { POSTHORN_KILL_AT: `${point}:${String(nth)}` }),
      }),
    );
    this.#living.add(worker);
    if (!(await worker.ready()) && !point) {
      this.kills.brokenStarts += 1;
      this.#lastOutput = worker.said;
    }
    const wait = point ? WAIT_FOR_POINT_MS : 20 + this.random() * 600;
    const ended = new AbortController();
    const signal = await Promise.race([
      worker.ended(),
      pause(wait, null, { signal: ended.signal }).catch(() => null),
    ]);
    ended.abort();
    if (signal === null) worker.signal('SIGKILL');
    const end = await worker.ended();
    this.#living.delete(worker);
    if (end !== 'SIGKILL') {
      this.#lastOutput = worker.said;
      return;
    }
    if (point && signal !== null) this.kills.named[point] = (this.kills.named[point] ?? 0) + 1;
    else this.kills.random += 1;
  }
}
