import { once } from 'node:events';
import type { EventsView } from '@posthorn/contracts/external/events.http';
import { WakeUp } from '@posthorn/event-store/wake-up';
import { Logger } from '@nestjs/common';
import type { Response } from 'express';
import { RequestRefused } from '#infrastructure/http/errors/request-refused.ts';
import { isTransient } from '#infrastructure/event-log/is-transient.ts';
import { CursorGone } from '../../read-models/feed/cursor-gone.ts';

const COMMENT_MILLISECONDS = 15_000;
/** After this delay a client whose connection broke connects again. */
const RETRY_MILLISECONDS = 3_000;
/** The delay before the next read while the read model is unavailable. */
const AWAY_MILLISECONDS = 1_000;
/** The stream closes the connection of a client that reads nothing for this long. The client continues from the last id. */
const STUCK_MILLISECONDS = 30_000;
export const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

/** Streams new events to one client. Events that the client has not read stay in the read model, so memory holds one page at most. */
export class EventStream {
  readonly #logger = new Logger('external-api');
  readonly #news = new WakeUp();
  readonly #over = new AbortController();
  /** The last event that was read, and the last id that was sent to the client. */
  #cursor = '';
  #sentCursor = '';
  #wroteAt = 0;

  constructor(
    private readonly response: Response,
    private readonly read: (after: string) => Promise<EventsView>,
  ) {
    response.once('close', () => {
      this.#over.abort();
    });
  }

  /** Reports that there may be new events. */
  wake(): void {
    this.#news.ring();
  }

  end(): void {
    this.#over.abort();
    if (this.response.writableNeedDrain) this.response.destroy();
    else this.response.end();
  }

  /** Runs until the client disconnects or `end` is called. @param first the page after `begin` */
  async run(begin: string, first: EventsView): Promise<void> {
    // The client may have disconnected while its first page was read.
    if (this.response.destroyed) return;
    this.response.set(STREAM_HEADERS).flushHeaders();
    this.#cursor = begin;
    // The id is sent at once, so a client that reconnects before the first event misses none.
    await this.#write(`retry: ${String(RETRY_MILLISECONDS)}\n${this.#idLine()}\n`);
    let page: EventsView | null = first;
    // Events since the first page was read caused no wake-up, so the first wait ends at once.
    let received = -1;
    while (!this.#over.signal.aborted) {
      if (page) await this.#send(page);
      if (!page?.more) await this.#rest(received, page ? COMMENT_MILLISECONDS : AWAY_MILLISECONDS);
      received = this.#news.heard;
      page = await this.#next();
    }
  }

  /** Null: the read model cannot be read now. */
  async #next(): Promise<EventsView | null> {
    try {
      return await this.read(this.#cursor);
    } catch (error) {
      if (isTransient(error) || (error instanceof RequestRefused && error.getStatus() === 503)) return null;
      // The cursor is older than 90 days. After it reconnects, the client gets an error that shows where the stream begins.
      if (!(error instanceof CursorGone))
        this.#logger.error({
          msg: 'An event stream failed with an unexpected error and was closed; its client can connect again',
          err: error,
        });
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

  async #rest(received: number, atMost: number): Promise<void> {
    const untilComment = Math.max(0, this.#wroteAt + COMMENT_MILLISECONDS - performance.now());
    await this.#news.sleep(received, this.#over.signal, Math.min(atMost, untilComment));
    if (performance.now() - this.#wroteAt < COMMENT_MILLISECONDS) return;
    // Also sends the cursor past events that the client did not ask for, so it continues after them.
    await this.#write(`: alive\n${this.#sentCursor === this.#cursor ? '' : this.#idLine()}\n`);
  }

  #idLine(): string {
    this.#sentCursor = this.#cursor;
    return `id: ${this.#cursor}\n`;
  }

  async #write(text: string): Promise<void> {
    const { signal } = this.#over;
    if (signal.aborted) return;
    this.#wroteAt = performance.now();
    if (this.response.write(text)) return;
    const stuck = setTimeout(() => this.response.destroy(), STUCK_MILLISECONDS);
    // The client disconnected, or the timer closed the connection.
    await once(this.response, 'drain', { signal }).catch(() => undefined);
    clearTimeout(stuck);
  }
}
