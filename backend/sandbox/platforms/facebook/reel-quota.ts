import { RateWindow } from '../../http/rate-window.ts';
import { graphRefusal } from '../meta/graph-refusal.ts';
import type { FacebookPage } from '../meta/people.ts';
import type { SandboxContext } from '../sandbox-platform.ts';

const PER_DAY = 30;

/** Each Page may publish 30 Reels by API in 24 hours. */
export class ReelQuota {
  readonly #context: SandboxContext;
  readonly #window: RateWindow;

  constructor(context: SandboxContext) {
    this.#context = context;
    this.#window = new RateWindow(context.now, PER_DAY, 24 * 3600);
  }

  /** @throws Refusal when the quota is used up */
  check({ id }: FacebookPage): void {
    if (this.#window.take(id, 0, this.#isOn()).remaining < 1)
      throw graphRefusal(32, '(#32) Page request limit reached');
  }

  spend({ id }: FacebookPage): void {
    this.#window.take(id, 1, this.#isOn());
  }

  reset(): void {
    this.#window.clear();
  }

  #isOn(): boolean {
    return this.#context.settings().enforceRateLimits;
  }
}
