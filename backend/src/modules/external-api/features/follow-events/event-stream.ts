import { once } from 'node:events';
import type { EventsView } from '@posthorn/contracts/external/events.http';
import { WakeUp } from '@posthorn/event-store/wake-up';
import { Logger } from '@nestjs/common';
import type { Response } from 'express';
import { RequestRefused } from '#infrastructure/http/errors/request-refused.ts';
import { isTransient } from '#infrastructure/event-log/is-transient.ts';
import { CursorGone } from '../../read-models/feed/cursor-gone.ts';

const COMMENT_MILLISECONDS = 15_000;
/** How soon a program whose connection broke comes back. */
const RETRY_MILLISECONDS = 3_000;
/** The read model is out of reach: it is asked again this often. */
const AWAY_MILLISECONDS = 1_000;
/** Who takes nothing for so long is let go, and comes back by the last id. */
const STUCK_MILLISECONDS = 30_000;
export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

/** Events of one program as they happen. What it has not taken yet stays in the read model: at most one page is on its way. */
export class EventStream {
  readonly #logger = new Logger('external-api');
  readonly #news = new WakeUp();
  readonly #over = new AbortController();
  /** The event that was looked at last, and the last one that the program knows of. */
  #cursor = '';
  #told = '';
  #wroteAt = 0;

  constructor(
    private readonly response: Response,
    private readonly read: (after: string) => Promise<EventsView>,
  ) {
    response.once('close', () => {
      this.#over.abort();
    });
  }

  /** Something has happened. */
  wake(): void {
    this.#news.ring();
  }

  end(): void {
    this.#over.abort();
    if (this.response.writableNeedDrain) this.response.destroy();
    else this.response.end();
  }

  /** Until the program goes, or `end`. @param first what there is after `begin` */
  async run(begin: string, first: EventsView): Promise<void> {
    // It may have gone while its first page was read.
    if (this.response.destroyed) return;
    this.response.set(STREAM_HEADERS).flushHeaders();
    this.#cursor = begin;
    // An id at once: who comes back before the first event has missed none.
    await this.#write(`retry: ${String(RETRY_MILLISECONDS)}\n${this.#idLine()}\n`);
    let page: EventsView | null = first;
    // What has happened since the first page was read has woken nobody: the first rest is none.
    let heard = -1;
    while (!this.#over.signal.aborted) {
      if (page) await this.#send(page);
      if (!page?.more) await this.#rest(heard, page ? COMMENT_MILLISECONDS : AWAY_MILLISECONDS);
      heard = this.#news.heard;
      page = await this.#next();
    }
  }

  /** Null: it cannot be read now. */
  async #next(): Promise<EventsView | null> {
    try {
      return await this.read(this.#cursor);
    } catch (error) {
      if (isTransient(error) || (error instanceof RequestRefused && error.getStatus() === 503)) return null;
      // It is told where the stream begins; this one has been away from its own events for 90 days.
      if (!(error instanceof CursorGone))
        this.#logger.error({ msg: 'A stream of events broke off', err: error });
      this.end();
      return null;
    }
  }

  async #send({ events, cursor }: EventsView): Promise<void> {
    for (const event of events) {
      this.#cursor = event.id;
      await this.#write(`${this.#idLine()}event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    }
    this.#cursor = cursor;
  }

  async #rest(heard: number, atMost: number): Promise<void> {
    const untilComment = Math.max(0, this.#wroteAt + COMMENT_MILLISECONDS - performance.now());
    await this.#news.sleep(heard, this.#over.signal, Math.min(atMost, untilComment));
    if (performance.now() - this.#wroteAt < COMMENT_MILLISECONDS) return;
    // Past events that it did not want, it comes back after them.
    await this.#write(`: alive\n${this.#told === this.#cursor ? '' : this.#idLine()}\n`);
  }

  #idLine(): string {
    this.#told = this.#cursor;
    return `id: ${this.#cursor}\n`;
  }

  async #write(text: string): Promise<void> {
    const { signal } = this.#over;
    if (signal.aborted) return;
    this.#wroteAt = performance.now();
    if (this.response.write(text)) return;
    const stuck = setTimeout(() => this.response.destroy(), STUCK_MILLISECONDS);
    // It has gone, or is let go.
    await once(this.response, 'drain', { signal }).catch(() => undefined);
    clearTimeout(stuck);
  }
}
