import { setTimeout as pause } from 'node:timers/promises';
import type { CommentView, ModerationAction } from '@posthorn/contracts/inbox/comments.http';
import type { BrowserlessClient } from '../../browserless-client.ts';

/** The last requested action for a comment, and whether its platform supports it. */
export type RequestedModeration = Readonly<{
  commentId: number;
  number: number;
  platform: string;
  remoteId: string;
  last: ModerationAction;
  isOnPlatform: boolean;
}>;

/** Sequences of actions for one comment. Only the last action counts. */
const SERIES: readonly (readonly ModerationAction[])[] = [
  ['hide'],
  ['hide'],
  ['hide', 'unhide'],
  ['hide', 'unhide', 'hide'],
  ['hide', 'unhide', 'hide', 'unhide'],
];
/** The share of sequences with pauses, so that calls overlap with the next action, and the share of actions that are sent twice. */
const SLOW_SHARE = 0.6;
const SENT_TWICE_SHARE = 0.2;
/** The share of hidden or shown comments that change again in each round. */
const CHANGED_AGAIN_SHARE = 0.02;
const MAX_TRIES = 10;

/** Hides, shows and removes comments while workers are killed. */
export class Moderator {
  /** The last requested action for each comment, by the number of the comment. */
  readonly requests = new Map<number, RequestedModeration>();
  readonly #running = new Set<Promise<void>>();
  readonly #busy = new Set<number>();

  constructor(
    private readonly client: BrowserlessClient,
    private readonly random: () => number,
  ) {}

  /** Hides the comment, and perhaps shows it again. */
  hide(view: CommentView, comment: Readonly<{ number: number; remoteId: string }>): void {
    const series = SERIES[Math.floor(this.random() * SERIES.length)] ?? ['hide'];
    this.#addRequest(view, comment, series, view.can.hide === 'platform');
  }

  /** Changes some comments that were hidden or shown before, so that there is always work. */
  changeSome(): void {
    for (const request of this.requests.values()) {
      if (request.last === 'remove' || this.#busy.has(request.number) || this.random() > CHANGED_AGAIN_SHARE)
        continue;
      const last = request.last === 'hide' ? 'unhide' : 'hide';
      this.#begin({ ...request, last }, [last]);
    }
  }

  /** Shows the comment if its last action was to hide it. */
  show(number: number): void {
    const request = this.requests.get(number);
    if (request?.last === 'hide') this.#begin({ ...request, last: 'unhide' }, ['unhide']);
  }

  remove(view: CommentView, comment: Readonly<{ number: number; remoteId: string }>): void {
    this.#addRequest(view, comment, ['remove'], true);
  }

  /** Waits until every action has its response. */
  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }

  #addRequest(
    { id: commentId, platform }: CommentView,
    { number, remoteId }: Readonly<{ number: number; remoteId: string }>,
    series: readonly ModerationAction[],
    isOnPlatform: boolean,
  ): void {
    const last = series.at(-1) ?? 'hide';
    this.#begin({ commentId, number, platform, remoteId, last, isOnPlatform }, series);
  }

  #begin(request: RequestedModeration, series: readonly ModerationAction[]): void {
    this.requests.set(request.number, request);
    this.#busy.add(request.number);
    const running = this.#sendSeries(request.commentId, series).then(() => {
      this.#running.delete(running);
      this.#busy.delete(request.number);
    });
    this.#running.add(running);
    // `settled` throws the error.
    running.catch(() => undefined);
  }

  async #sendSeries(commentId: number, series: readonly ModerationAction[]): Promise<void> {
    for (const [index, action] of series.entries()) {
      if (index > 0 && this.random() < SLOW_SHARE) await pause(this.random() * 1500);
      const times = this.random() < SENT_TWICE_SHARE ? 2 : 1;
      await Promise.all(Array.from({ length: times }, () => this.#send(commentId, action)));
    }
  }

  async #send(commentId: number, action: ModerationAction): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const { status, text } = await this.client.post(`/api/comments/${String(commentId)}/${action}`, {});
      // The first of two requests has removed the comment.
      if (status < 300 || (action === 'remove' && text.includes('inbox.comment-gone'))) return;
      if (status !== 503 || tries === MAX_TRIES)
        throw new Error(`"${action}" got the response ${String(status)}: ${text}`);
      await pause(1000);
    }
  }
}
