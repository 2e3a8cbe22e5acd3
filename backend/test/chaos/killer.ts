import { setTimeout as pause } from 'node:timers/promises';
import type { ChaosSetup } from './chaos-setup.ts';
import type { KillPlan } from './kill-plan.ts';
import { ProductProcess } from './product-process.ts';

/** `named`: kills at each kill point. `brokenStarts`: workers that ended before they were ready, without a kill point. */
export type Kills = { random: number; named: Record<string, number>; brokenStarts: number };

/** Keeps some workers running and kills each after a while, as its plan says. */
export class Killer {
  readonly kills: Kills = { random: 0, named: {}, brokenStarts: 0 };
  readonly #left: (string | null)[];
  #lastOutput = '';

  constructor(
    private readonly setup: ChaosSetup,
    private readonly plan: KillPlan,
    private readonly random: () => number,
  ) {
    this.#left = [...plan.kills];
  }

  get count(): number {
    return this.kills.random + Object.values(this.kills.named).reduce((sum, each) => sum + each, 0);
  }

  /** Whether every planned kill has happened. */
  get isDone(): boolean {
    return this.count >= this.plan.kills.length;
  }

  get lastOutput(): string {
    return this.#lastOutput;
  }

  /** Returns when it has killed as planned. */
  async run(workers: number): Promise<void> {
    await Promise.all(Array.from({ length: workers }, () => this.#runInTurn()));
  }

  async #runInTurn(): Promise<void> {
    for (let point = this.#left.shift(); point !== undefined; point = this.#left.shift())
      // A worker that ends by itself, for example because the log refused it, has used up no kill.
      if (!(await this.#runWorker(point))) this.#left.push(point);
  }

  /** @returns whether the worker was killed */
  async #runWorker(point: string | null): Promise<boolean> {
    // Workers rarely reach these points, so the killer uses the first time.
    const isRare = /^(?:cover|moderation|auto-reply|billing-\w+)\//u.test(point ?? '');
    const nth = isRare ? 1 : 1 + Math.floor(this.random() * 4);
    const worker = new ProductProcess(
      this.setup.env({
        ROLES: 'worker,projector',
        ...(point !== null && { POSTHORN_KILL_AT: `${point}:${String(nth)}` }),
      }),
    );
    if (!(await worker.ready()) && point === null) {
      this.kills.brokenStarts += 1;
      this.#lastOutput = worker.said;
    }
    const wait = point === null ? 20 + this.random() * 600 : this.plan.patience;
    const ended = new AbortController();
    const signal = await Promise.race([
      worker.ended(),
      pause(wait, null, { signal: ended.signal }).catch(() => null),
    ]);
    ended.abort();
    if (signal === null) worker.signal('SIGKILL');
    const end = await worker.ended();
    if (end !== 'SIGKILL') {
      this.#lastOutput = worker.said;
      return false;
    }
    if (point !== null && signal !== null) this.kills.named[point] = (this.kills.named[point] ?? 0) + 1;
    else this.kills.random += 1;
    return true;
  }
}
