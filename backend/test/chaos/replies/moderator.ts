import { setTimeout as pause } from 'node:timers/promises';
import type { CommentView, ModerationAction } from '@posthorn/contracts/inbox/comments.http';
import type { BrowserlessClient } from '../../browserless-client.ts';

/** The last requested action for a comment, and whether its platform supports it. */
export type Wish = Readonly<{
  commentId: number;
  number: number;
  platform: string;
  remoteId: string;
  last: ModerationAction;
  isOnPlatform: boolean;
}>;

/** Sequences of actions, as of a person who changes their mind. The last action counts. */
const SERIES: readonly (readonly ModerationAction[])[] = [
  ['hide'],
  ['hide'],
  ['hide', 'unhide'],
  ['hide', 'unhide', 'hide'],
  ['hide', 'unhide', 'hide', 'unhide'],
];
/** Shares: sequences that pause in the middle, so that calls overlap with the next action, and actions that are sent twice. */
const SLOW = 0.6;
const TWICE = 0.2;
/** The share of hidden or shown comments that change again in each round. */
const AGAIN = 0.02;
const MAX_TRIES = 10;

/** Hides, shows and removes comments while workers are killed. */
export class Moderator {
  /** By the number of the comment. */
  readonly wishes = new Map<number, Wish>();
  readonly #running = new Set<Promise<void>>();
  readonly #busy = new Set<number>();

  constructor(
    private readonly client: BrowserlessClient,
    private readonly random: () => number,
  ) {}

  /** Hides the comment, and perhaps shows it again. */
  hide(view: CommentView, made: Readonly<{ number: number; remoteId: string }>): void {
    const series = SERIES[Math.floor(this.random() * SERIES.length)] ?? ['hide'];
    this.#wish(view, made, series, view.can.hide === 'platform');
  }

  /** Changes some comments that were hidden or shown before, so that there is always work. */
  changeSome(): void {
    for (const wish of this.wishes.values()) {
      if (wish.last === 'remove' || this.#busy.has(wish.number) || this.random() > AGAIN) continue;
      const last = wish.last === 'hide' ? 'unhide' : 'hide';
      this.#begin({ ...wish, last }, [last]);
    }
  }

  /** Shows the comment if its last action was to hide it. */
  show(number: number): void {
    const wish = this.wishes.get(number);
    if (wish?.last === 'hide') this.#begin({ ...wish, last: 'unhide' }, ['unhide']);
  }

  remove(view: CommentView, made: Readonly<{ number: number; remoteId: string }>): void {
    this.#wish(view, made, ['remove'], true);
  }

  /** Waits until every action has its response. */
  async settled(): Promise<void> {
    await Promise.all(this.#running);
  }

  #wish(
    { id: commentId, platform }: CommentView,
    { number, remoteId }: Readonly<{ number: number; remoteId: string }>,
    series: readonly ModerationAction[],
    isOnPlatform: boolean,
  ): void {
    const last = series.at(-1) ?? 'hide';
    this.#begin({ commentId, number, platform, remoteId, last, isOnPlatform }, series);
  }

  #begin(wish: Wish, series: readonly ModerationAction[]): void {
    this.wishes.set(wish.number, wish);
    this.#busy.add(wish.number);
    const running = this.#request(wish.commentId, series).then(() => {
      this.#running.delete(running);
      this.#busy.delete(wish.number);
    });
    this.#running.add(running);
    // `settled` throws the error.
    running.catch(() => undefined);
  }

  async #request(commentId: number, series: readonly ModerationAction[]): Promise<void> {
    for (const [index, action] of series.entries()) {
      if (index > 0 && this.random() < SLOW) await pause(this.random() * 1500);
      const times = this.random() < TWICE ? 2 : 1;
      await Promise.all(Array.from({ length: times }, () => this.#send(commentId, action)));
    }
  }

  async #send(commentId: number, action: ModerationAction): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const { status, text } = await this.client.post(`/api/comments/${String(commentId)}/${action}`, {});
      // The first of two requests has removed the comment.
      if (status < 300 || (action === 'remove' && text.includes('inbox.comment-gone'))) return;
      if (status !== 503 || tries === MAX_TRIES)
        throw new Error(`"${action}" was answered ${String(status)}: ${text}`);
      await pause(1000);
    }
  }
}
