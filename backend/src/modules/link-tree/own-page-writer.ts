import { Injectable } from '@nestjs/common';
import { KeyedQueue } from '#infrastructure/keyed-queue.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import type { LinkPageEvent } from './domain/link-page-events.ts';
import { linkPageStream, type LinkPage } from './domain/link-page.ts';

/** What owners do to their pages: many changes at once are made one after the other, and none is refused for the sake of another. */
@Injectable()
export class OwnPageWriter {
  readonly #queue = new KeyedQueue();

  constructor(private readonly writer: StreamWriter) {}

  /** @throws as `StreamWriter.decide` */
  async decide(userId: string, decision: (page: LinkPage) => readonly LinkPageEvent[]): Promise<void> {
    await this.#queue.run(userId, () => this.writer.decide(linkPageStream, userId, decision));
  }
}
