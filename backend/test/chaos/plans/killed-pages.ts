import { setTimeout as pause } from 'node:timers/promises';
import { freePorts } from '@posthorn/event-store/testing/free-ports';
import type { ChaosSetup } from '../chaos-setup.ts';
import { ProductProcess } from '../product-process.ts';

/** Between the claim of a draft, its post, and the end of the draft. The last life of three ends at any time. */
const POINTS = ['draft/claim', 'draft/outcome', undefined] as const;
const LIFE_MS = { least: 500, most: 4_000 };

/** A second process with pages, beside the one that hosts the platforms. It is killed again and again, while clients wait for its answers. */
export class KilledPages {
  /** How often it was killed while clients could reach it. */
  count = 0;
  #isUp = false;
  #lives = 0;

  private constructor(
    readonly url: string,
    private readonly env: Readonly<Record<string, string>>,
    private readonly random: () => number,
  ) {}

  static async of(setup: ChaosSetup, premium: string, random: () => number): Promise<KilledPages> {
    const [port, sandboxPort] = (await freePorts(2)).map(String);
    const own = { PORT: port ?? '', SANDBOX_PORT: sandboxPort ?? '', COMPLIMENTARY_PREMIUM: premium };
    return new KilledPages(`http://localhost:${own.PORT}`, setup.env({ ROLES: 'web', ...own }), random);
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) await this.#oneLife();
  }

  async #oneLife(): Promise<void> {
    const point = POINTS[this.#lives++ % POINTS.length];
    const pages = new ProductProcess({ ...this.env, ...(point && { POSTHORN_KILL_AT: point }) });
    this.#isUp = await pages.ready();
    const over = new AbortController();
    const life = LIFE_MS.least + this.random() * (LIFE_MS.most - LIFE_MS.least);
    await Promise.race([
      pages.ended(),
      pause(point ? LIFE_MS.most : life, null, { signal: over.signal }).catch(() => null),
    ]);
    over.abort();
    const isAlive = this.#isUp;
    this.#isUp = false;
    pages.signal('SIGKILL');
    const end = await pages.ended();
    if (isAlive && end === 'SIGKILL') this.count += 1;
  }
}
