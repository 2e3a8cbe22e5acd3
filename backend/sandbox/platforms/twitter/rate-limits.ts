import type { Exchange } from '../../http/exchange.ts';
import { RateWindow } from '../../http/rate-window.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { seconds, tooManyRequests } from './problem.ts';

const QUARTER_HOUR_SECONDS = 900;

/** How many times a user may make each call in 15 minutes, by `METHOD pattern`. */
const LIMITS: Readonly<Record<string, number>> = {
  'POST /2/tweets': 100,
  'DELETE /2/tweets/:id': 50,
  'GET /2/users/me': 75,
  'GET /2/users/:id/tweets': 900,
  'GET /2/users/:id/mentions': 300,
  'GET /2/tweets/search/recent': 300,
  'GET /2/tweets': 5000,
  'PUT /2/tweets/:id/hidden': 50,
  'POST /2/media/upload/initialize': 1875,
  'POST /2/media/upload/:id/append': 1875,
  'POST /2/media/upload/:id/finalize': 1875,
  'GET /2/media/upload': 1000,
};
const POSTS_A_DAY = 10_000;

/** The rate limits of a user for each call, and the app's daily limit of posts. */
export class TwitterRateLimits {
  readonly #context: SandboxContext;
  readonly #windows: ReadonlyMap<string, RateWindow>;
  readonly #postsOfDay: RateWindow;

  constructor(context: SandboxContext) {
    this.#context = context;
    this.#windows = new Map(
      Object.entries(LIMITS).map(([call, limit]) => [
        call,
        new RateWindow(context.now, limit, QUARTER_HOUR_SECONDS),
      ]),
    );
    this.#postsOfDay = new RateWindow(context.now, POSTS_A_DAY, 86_400);
  }

  /** @throws Refusal 429 */
  spend({ response }: Exchange, call: string, account: string): void {
    const { enforceRateLimits } = this.#context.settings();
    const state = this.#windows.get(call)?.take(account, 1, enforceRateLimits);
    if (!state) return;
    response.setHeader('x-rate-limit-limit', String(state.limit));
    response.setHeader('x-rate-limit-remaining', String(state.remaining));
    response.setHeader('x-rate-limit-reset', seconds(state.resetAt));
    if (!state.allowed) throw tooManyRequests(state.resetAt);
    if (call !== 'POST /2/tweets') return;
    const day = this.#postsOfDay.take('app', 1, enforceRateLimits);
    if (day.allowed) return;
    throw tooManyRequests(state.resetAt, {
      'x-rate-limit-remaining': String(state.remaining),
      'x-app-limit-24hour-remaining': '0',
      'x-app-limit-24hour-reset': seconds(day.resetAt),
    });
  }

  reset(): void {
    for (const window of [...this.#windows.values(), this.#postsOfDay]) window.clear();
  }
}
