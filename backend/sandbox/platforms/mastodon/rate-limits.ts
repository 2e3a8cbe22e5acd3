import type { Exchange } from '../../http/exchange.ts';
import { RateWindow, type RateState } from '../../http/rate-window.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { tooManyRequests } from './mastodon-refusal.ts';

/** 300 calls in five minutes for each token, 300 statuses in three hours, 30 uploads and 30 deletions in half an hour. */
export class MastodonRateLimits {
  readonly #context: SandboxContext;
  readonly #calls: RateWindow;
  readonly #posts: RateWindow;
  readonly #heavy: RateWindow;

  constructor(context: SandboxContext) {
    this.#context = context;
    this.#calls = new RateWindow(context.now, 300, 300);
    this.#posts = new RateWindow(context.now, 300, 3 * 3600);
    this.#heavy = new RateWindow(context.now, 30, 1800);
  }

  spendCall(exchange: Exchange): void {
    const caller = exchange.bearer() ?? exchange.request.socket.remoteAddress ?? '';
    this.#spend(exchange, this.#calls, `${exchange.host} ${caller}`);
    const path = exchange.url.pathname;
    const isUpload = exchange.method === 'POST' && path.endsWith('/media');
    if (isUpload || exchange.method === 'DELETE')
      this.#spend(exchange, this.#heavy, `${exchange.host} ${caller} ${isUpload ? 'upload' : 'delete'}`);
  }

  spendPost(exchange: Exchange, accountId: string): void {
    this.#spend(exchange, this.#posts, accountId);
  }

  reset(): void {
    for (const window of [this.#calls, this.#posts, this.#heavy]) window.clear();
  }

  #spend({ response }: Exchange, window: RateWindow, key: string): void {
    const state: RateState = window.take(key, 1, this.#context.settings().enforceRateLimits);
    response.setHeader('X-RateLimit-Limit', String(state.limit));
    response.setHeader('X-RateLimit-Remaining', String(state.remaining));
    response.setHeader('X-RateLimit-Reset', new Date(state.resetAt).toISOString());
    if (state.allowed) return;
    const wait = Math.max(1, Math.ceil((state.resetAt - this.#context.now()) / 1000));
    throw tooManyRequests(state.resetAt, wait);
  }
}
