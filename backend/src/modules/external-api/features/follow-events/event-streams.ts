import { EXTERNAL_EVENT_TEXT, EXTERNAL_EVENTS } from '@posthorn/contracts/external/events.http';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { TokenReader } from '#infrastructure/http/session/token-reader.ts';
import { RequestRefused } from '#infrastructure/http/errors/request-refused.ts';
import { LiveUpdates } from '#infrastructure/live/live-updates.ts';

/** How often the tokens of all streams are checked, in one query. The API promises to end a stream within a second. */
export const CHECK_MILLISECONDS = 500;
/** The maximum number of streams in one process. */
const PER_PROCESS = 1_000;
const RETRY_LATER = { 'retry-after': '30' } as const;

export type OpenStream = Readonly<{ userId: string; tokenId: string; wake: () => void; end: () => void }>;

/** The streams of this process. Wakes them when there are new events, and ends them with their tokens. */
@Injectable()
export class EventStreams {
  readonly #open = new Set<OpenStream>();
  #checking: NodeJS.Timeout | undefined;

  constructor(
    live: LiveUpdates,
    private readonly moduleRef: ModuleRef,
  ) {
    live.follow({
      onChange: (userId) => {
        for (const stream of this.#open) if (userId === null || stream.userId === userId) stream.wake();
      },
      end: () => {
        for (const stream of this.#open) stream.end();
      },
    });
  }

  /** Returns a function that removes the stream. @throws RequestRefused 429 above the token's limit, 503 above the process's limit */
  add(stream: OpenStream): () => void {
    const ofToken = [...this.#open].filter(({ tokenId }) => tokenId === stream.tokenId);
    if (ofToken.length >= EXTERNAL_EVENTS.streamsPerToken)
      throw new RequestRefused(
        ...(['external.streams-too-many', EXTERNAL_EVENT_TEXT.tooManyStreams, RETRY_LATER] as const),
      );
    if (this.#open.size >= PER_PROCESS)
      throw new RequestRefused('server.live-full', SERVER_TEXT.liveFull, RETRY_LATER);
    this.#open.add(stream);
    this.#checking ??= this.#checkLater();
    return () => {
      this.#open.delete(stream);
      if (this.#open.size > 0) return;
      clearTimeout(this.#checking);
      this.#checking = undefined;
    };
  }

  #checkLater(): NodeJS.Timeout {
    return setTimeout(() => {
      void this.#endClosed().finally(() => {
        this.#checking = this.#open.size > 0 ? this.#checkLater() : undefined;
      });
    }, CHECK_MILLISECONDS);
  }

  async #endClosed(): Promise<void> {
    const streams = [...this.#open];
    const tokens = this.moduleRef.get(TokenReader, { strict: false });
    // If the database is not available, the streams stay open: they cannot read events either.
    const open = await tokens.openOf(streams).catch(() => null);
    if (open) for (const stream of streams) if (!open.has(stream.tokenId)) stream.end();
  }
}
