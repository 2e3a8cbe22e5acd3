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
  readonly #signal = new WakeUp();
  readonly #ended = new AbortController();
  /** The last event that was read, and the last id that was sent to the client. */
  #cursor = '';
  #sentCursor = '';
  #wroteAt = 0;

  constructor(
    private readonly response: Response,
    private readonly read: (after: string) => Promise<EventsView>,
  ) {
    response.once('close', () => {
      this.#ended.abort();
    });
  }

  /** Call it when there may be new events. */
  wake(): void {
    this.#signal.ring();
  }

  end(): void {
    this.#ended.abort();
    if (this.response.writableNeedDrain) this.response.destroy();
    else this.response.end();
  }

  /** Runs until the client disconnects or `end` is called. @param first the page after `begin` */
  async run(begin: string, first: EventsView): Promise<void> {
    // The client may have disconnected while its first page was read.
    if (this.response.destroyed) return;
    this.response.set(STREAM_HEADERS).flushHeaders();
    this.#cursor = begin;
    // The id is sent immediately, so that a client that reconnects before the first event misses none.
    await this.#write(`retry: ${String(RETRY_MILLISECONDS)}\n${this.#idLine()}\n`);
    let page: EventsView | null = first;
    // Events that arrived after the first page was read caused no wake-up. So the first wait ends immediately.
    let received = -1;
    while (!this.#ended.signal.aborted) {
      if (page) await this.#send(page);
      if (!page?.more) await this.#waitForEvents(received, page ? COMMENT_MILLISECONDS : AWAY_MILLISECONDS);
      received = this.#signal.heard;
      page = await this.#next();
    }
  }

  /** Returns the next page; null: the read model cannot be read now. */
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

  async #waitForEvents(received: number, atMost: number): Promise<void> {
    const untilComment = Math.max(0, this.#wroteAt + COMMENT_MILLISECONDS - performance.now());
    await this.#signal.sleep(received, this.#ended.signal, Math.min(atMost, untilComment));
    if (performance.now() - this.#wroteAt < COMMENT_MILLISECONDS) return;
    // This also sends the cursor after events of other types, so that a client that reconnects continues after them.
    await this.#write(`: alive\n${this.#sentCursor === this.#cursor ? '' : this.#idLine()}\n`);
  }

  #idLine(): string {
    this.#sentCursor = this.#cursor;
    return `id: ${this.#cursor}\n`;
  }

  async #write(text: string): Promise<void> {
    const { signal } = this.#ended;
    if (signal.aborted) return;
    this.#wroteAt = performance.now();
    if (this.response.write(text)) return;
    const stuck = setTimeout(() => this.response.destroy(), STUCK_MILLISECONDS);
    // The client disconnected, or the timer closed the connection.
    await once(this.response, 'drain', { signal }).catch(() => undefined);
    clearTimeout(stuck);
  }
}
