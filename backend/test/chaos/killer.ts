import { setTimeout as pause } from 'node:timers/promises';
import type { ChaosSetup } from './chaos-setup.ts';
import { ProductProcess } from './product-process.ts';

/** A worker that does not reach its kill point within this time is killed anyway. */
const PATIENCE = 5_000;

export type Kills = { random: number; named: Record<string, number>; brokenStarts: number };

/** Keeps some workers running and kills each after a while: two of three at a named point, the rest at any time. */
export class Killer {
  readonly kills: Kills = { random: 0, named: {}, brokenStarts: 0 };
  readonly #living = new Set<ProductProcess>();
  #started = 0;
  #lastWords = '';

  constructor(
    private readonly setup: ChaosSetup,
    /** The number of kills, and the kill points; each point occurs as often as the number allows. */
    private readonly o: Readonly<{ kills: number; points: readonly string[] }>,
    private readonly random: () => number,
  ) {}

  get count(): number {
    return this.kills.random + Object.values(this.kills.named).reduce((sum, each) => sum + each, 0);
  }

  get lastWords(): string {
    return this.#lastWords;
  }

  /** Returns when it has killed the given number of workers. */
  async run(workers: number): Promise<void> {
    await Promise.all(Array.from({ length: workers }, () => this.#line()));
  }

  async #line(): Promise<void> {
    while (this.count < this.o.kills) await this.#oneLife();
  }

  async #oneLife(): Promise<void> {
    const turn = this.#started++;
    const named = turn - Math.floor(turn / 3);
    const point = turn % 3 === 2 ? undefined : this.o.points[named % this.o.points.length];
    // Workers rarely reach these points, so waiting would mostly be in vain.
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
      this.#lastWords = worker.said;
    }
    const patience = point ? PATIENCE : 20 + this.random() * 600;
    const early = new AbortController();
    const signal = await Promise.race([
      worker.ended(),
      pause(patience, null, { signal: early.signal }).catch(() => null),
    ]);
    early.abort();
    if (signal === null) worker.signal('SIGKILL');
    const end = await worker.ended();
    this.#living.delete(worker);
    if (end !== 'SIGKILL') {
      this.#lastWords = worker.said;
      return;
    }
    if (point && signal !== null) this.kills.named[point] = (this.kills.named[point] ?? 0) + 1;
    else this.kills.random += 1;
  }
}
