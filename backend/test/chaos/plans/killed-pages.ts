import { setTimeout as pause } from 'node:timers/promises';
import { freePorts } from '@posthorn/event-store/testing/free-ports';
import type { ChaosSetup } from '../chaos-setup.ts';
import { ProductProcess } from '../product-process.ts';

/** The kill points between the claim of a draft and its end. */
export const DRAFT_POINTS = ['draft/claim', 'draft/outcome'] as const;
/** Undefined: the kill comes at any time. */
const KILLS = [...DRAFT_POINTS, undefined];
const LIFE_MS = { least: 500, most: 4_000 };

/** `kills`: the least number of kills. `goesOn`: whether more follow, until the run is over. `patience`: milliseconds until a process is killed anyway. */
export type PagesPlan = Readonly<{ kills: number; goesOn: boolean; patience: number }>;
/** Kills once at each point, and once at any time. */
export const SHORT_PLAN: PagesPlan = { kills: KILLS.length, goesOn: false, patience: 120_000 };
export const LONG_PLAN: PagesPlan = { kills: 0, goesOn: true, patience: LIFE_MS.most };

/** A second process with pages, next to the process that hosts the platforms. The run kills it repeatedly, while clients wait for responses. */
export class KilledPages {
  /** How often the process was killed while clients could reach it, at all and at each kill point. */
  count = 0;
  readonly named: Record<string, number> = {};
  #isUp = false;

  private constructor(
    readonly url: string,
    private readonly env: Readonly<Record<string, string>>,
    private readonly random: () => number,
    private readonly plan: PagesPlan,
  ) {}

  static async of(
    setup: ChaosSetup,
    premium: string,
    random: () => number,
    plan: PagesPlan,
  ): Promise<KilledPages> {
    const [port, sandboxPort] = (await freePorts(2)).map(String);
    const ownEnv = { PORT: port ?? '', SANDBOX_PORT: sandboxPort ?? '', COMPLIMENTARY_PREMIUM: premium };
    const env = setup.env({ ROLES: 'web', ...ownEnv });
    return new KilledPages(`http://localhost:${ownEnv.PORT}`, env, random, plan);
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  get isDone(): boolean {
    return this.count >= this.plan.kills;
  }

  async run(isOver: () => boolean): Promise<void> {
    while (!this.isDone || (this.plan.goesOn && !isOver()))
      await this.#runOnce(KILLS[this.count % KILLS.length]);
  }

  async #runOnce(point: string | undefined): Promise<void> {
    const pages = new ProductProcess({ ...this.env, ...(point && { POSTHORN_KILL_AT: point }) });
    this.#isUp = await pages.ready();
    const ended = new AbortController();
    const lifetime = LIFE_MS.least + this.random() * (LIFE_MS.most - LIFE_MS.least);
    const signal = await Promise.race([
      pages.ended(),
      pause(point ? this.plan.patience : lifetime, null, { signal: ended.signal }).catch(() => null),
    ]);
    ended.abort();
    const isAlive = this.#isUp;
    this.#isUp = false;
    pages.signal('SIGKILL');
    if (!isAlive || (await pages.ended()) !== 'SIGKILL') return;
    this.count += 1;
    if (point && signal !== null) this.named[point] = (this.named[point] ?? 0) + 1;
  }
}
