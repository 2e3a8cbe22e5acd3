import { DAY_MS } from '@posthorn/contracts/shared/durations';
import type { SandboxContext } from '../sandbox-platform.ts';

/** The cost of reading on X. An app pays once for each post and each author in a UTC day. The call counts include these charges. */
export class PaidReads {
  readonly #context: SandboxContext;
  #day = 0;
  readonly #charged = new Set<string>();

  constructor(context: SandboxContext) {
    this.#context = context;
  }

  charge(kind: 'posts' | 'users', ids: readonly string[]): void {
    const day = Math.floor(this.#context.now() / DAY_MS);
    if (day !== this.#day) this.reset();
    this.#day = day;
    for (const id of ids) {
      if (this.#charged.has(`${kind} ${id}`)) continue;
      this.#charged.add(`${kind} ${id}`);
      this.#context.calls.count('twitter', `charged: ${kind} read`);
    }
  }

  reset(): void {
    this.#charged.clear();
  }
}
