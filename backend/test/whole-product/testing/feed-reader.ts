import type { PublicEvent } from '@posthorn/contracts/external/events.http';

/** One stream of events, as a program reads it. */
export class FeedReader {
  readonly events: PublicEvent[] = [];
  /** All text that was received. */
  text = '';
  lastId = '';
  /** True when the connection broke. False after a stream that the server ended. */
  isBroken = false;
  readonly #reader: ReadableStreamDefaultReader<string> | undefined;
  #rest = '';

  constructor(readonly reply: Response) {
    this.#reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** False when the stream ended before the condition was true. */
  async until(isTrue: () => boolean): Promise<boolean> {
    while (!isTrue()) if (!(await this.#readChunk())) return false;
    return true;
  }

  untilCount(count: number): Promise<boolean> {
    return this.until(() => this.events.length >= count);
  }

  /** Reads to the end of the stream. */
  async ended(): Promise<void> {
    await this.until(() => false);
  }

  async close(): Promise<void> {
    await this.#reader?.cancel();
  }

  async #readChunk(): Promise<boolean> {
    const chunk = await this.#reader?.read().catch(() => {
      this.isBroken = true;
    });
    if (!chunk || chunk.done) return false;
    this.text += chunk.value;
    const blocks = (this.#rest + chunk.value).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    for (const block of blocks) this.#take(block);
    return true;
  }

  #take(block: string): void {
    this.lastId = /^id: (.+)$/mu.exec(block)?.[1] ?? this.lastId;
    const data = /^data: (.+)$/mu.exec(block)?.[1];
    if (data !== undefined) this.events.push(JSON.parse(data) as PublicEvent);
  }
}
