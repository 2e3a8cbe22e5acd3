import { setTimeout as pause } from 'node:timers/promises';
import { freePorts } from '@posthorn/event-store/testing/free-ports';
import type { ChaosSetup } from '../chaos-setup.ts';
import { ProductProcess } from '../product-process.ts';

/** The kill points between the claim of a draft and its end. Undefined: the kill comes at any time. */
const POINTS = ['draft/claim', 'draft/outcome', undefined] as const;
const LIFE_MS = { least: 500, most: 4_000 };
const CHECK_EVERY_MS = 100;

/** A second process with pages, next to the process that hosts the platforms. The run kills it repeatedly, while clients wait for responses. */
export class KilledPages {
  /** How often the process was killed while clients could reach it. */
  count = 0;
  #isUp = false;
  #starts = 0;

  private constructor(
    readonly url: string,
    private readonly env: Readonly<Record<string, string>>,
    private readonly random: () => number,
  ) {}

  static async of(setup: ChaosSetup, premium: string, random: () => number): Promise<KilledPages> {
    const [port, sandboxPort] = (await freePorts(2)).map(String);
    const ownEnv = { PORT: port ?? '', SANDBOX_PORT: sandboxPort ?? '', COMPLIMENTARY_PREMIUM: premium };
    return new KilledPages(`http://localhost:${ownEnv.PORT}`, setup.env({ ROLES: 'web', ...ownEnv }), random);
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) await this.#runOnce(isOver);
  }

  async #runOnce(isOver: () => boolean): Promise<void> {
    const point = POINTS[this.#starts++ % POINTS.length];
    const pages = new ProductProcess({ ...this.env, ...(point && { POSTHORN_KILL_AT: point }) });
    this.#isUp = await readyWhile(pages, () => !isOver());
    const ended = new AbortController();
    const lifetime = LIFE_MS.least + this.random() * (LIFE_MS.most - LIFE_MS.least);
    await Promise.race([
      pages.ended(),
      pause(point ? LIFE_MS.most : lifetime, null, { signal: ended.signal }).catch(() => null),
    ]);
    ended.abort();
    const isAlive = this.#isUp;
    this.#isUp = false;
    pages.signal('SIGKILL');
    const end = await pages.ended();
    if (isAlive && end === 'SIGKILL') this.count += 1;
  }
}

/**
 * False: the process ended, or the kills are over. Pages wait for read models, and after the last kill no worker builds them until the
 * process with pages has ended.
 */
async function readyWhile(pages: ProductProcess, isNeeded: () => boolean): Promise<boolean> {
  while (isNeeded()) {
    const isReady = await Promise.race([pages.ready(), pause(CHECK_EVERY_MS, null)]);
    if (isReady !== null) return isReady;
  }
  return false;
}
