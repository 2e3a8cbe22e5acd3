import type { Page, Request } from 'playwright-core';

/**
 * Runs in the page, and collects times in the global variable `felt`.
 * Counts interactions as browsers do for INP: see https://web.dev/articles/inp about the definition.
 * Events of a drag belong to no interaction, so only the times of single steps count them.
 */
const OBSERVE = `
  globalThis.felt = { slowest: 0, task: 0, busyUntil: 0, byId: new Map(), before: performance.interactionCount };
  new PerformanceObserver((list) => {
    for (const { interactionId, name, startTime, duration } of list.getEntries()) {
      felt.busyUntil = Math.max(felt.busyUntil, startTime + duration);
      if (interactionId === 0 && !/^(drag|drop)/.test(name)) continue;
      felt.slowest = Math.max(felt.slowest, duration);
      if (interactionId > 0) felt.byId.set(interactionId, Math.max(felt.byId.get(interactionId) ?? 0, duration));
    }
  }).observe({ type: 'event', durationThreshold: 16 });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      felt.busyUntil = Math.max(felt.busyUntil, startTime + duration);
      felt.task = Math.max(felt.task, duration);
    }
  }).observe({ type: 'longtask' });
`;
/** Of 50 interactions, INP leaves out the worst. */
const INP = `
  [...felt.byId.values()].sort((one, other) => other - one)
    .at(Math.min(felt.byId.size - 1, Math.floor((performance.interactionCount - felt.before) / 50))) ?? 0
`;
/** Browsers do not report shorter interactions. */
const SHORTEST_MS = 16;

/** Milliseconds. `task`: the longest task that blocked the page; 0: none took 50 ms. */
export type StepTimes = Readonly<{ slowest: number; task: number }>;

/** Measures the interactions of a page, until the page loads again. */
export class InteractionTimes {
  readonly #page: Page;
  readonly #idleMs: number;
  readonly #requests = new Set<Request>();

  private constructor(page: Page, idleMs: number) {
    this.#page = page;
    this.#idleMs = idleMs;
    const begin = (request: Request) => {
      if (request.resourceType() !== 'eventsource') this.#requests.add(request);
    };
    const end = (request: Request) => {
      this.#requests.delete(request);
    };
    page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  }

  /** @param idleMs a page that has done nothing for this time is idle */
  static async on(page: Page, idleMs: number): Promise<InteractionTimes> {
    await page.evaluate(OBSERVE);
    return new InteractionTimes(page, idleMs);
  }

  /** Returns the time until a frame shows the effect of the slowest interaction in `work`. The page is idle before and after it. */
  async ofStep(work: () => Promise<void>): Promise<StepTimes> {
    await this.#waitUntilIdle();
    await this.#page.evaluate('felt.slowest = felt.task = 0');
    await work();
    await this.#waitUntilIdle();
    const { slowest, task } = await this.#page.evaluate<StepTimes>(
      '({ slowest: felt.slowest, task: felt.task })',
    );
    return { slowest: Math.max(SHORTEST_MS, slowest), task };
  }

  /** The interaction to next paint (INP) of the page, in milliseconds. */
  async inp(): Promise<number> {
    return Math.max(SHORTEST_MS, await this.#page.evaluate<number>(INP));
  }

  /** Waits until the page is idle. A late response makes the page work again after the interaction. */
  async #waitUntilIdle(): Promise<void> {
    for (let idle = 0; idle < this.#idleMs;) {
      await this.#page.waitForTimeout(this.#idleMs);
      const quiet = await this.#page.evaluate<number>('performance.now() - felt.busyUntil');
      idle = this.#requests.size > 0 ? 0 : quiet;
    }
  }
}
