import { setTimeout as pause } from 'node:timers/promises';
import { SharedQuestions } from '@posthorn/batching/shared-questions';
import { streamName, type Event, type Stream, type Summary } from '@posthorn/event-sourcing';
import { EventStore, RetryableError, type StoredEvent } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import { outsideTransaction } from '#infrastructure/database/transaction.ts';
import { EventCodec } from './event-codec.ts';
import type { LoggedEvent } from './logged-event.ts';
import { RESEND_DELAYS } from './resend-delays.ts';

/** The state of a stream and its last stored event, after which the next one is appended. `read`: how many events were read for the state. */
export type Loaded<State> = Readonly<{
  state: State;
  last: Pick<StoredEvent, 'revision' | 'position' | 'meta'> | undefined;
  read: number;
  /** The time of the read, on the monotonic clock. */
  at: number;
}>;

/** A stream with this many events is slow to read before each decision. */
export const LONG_STREAM = 500;

/** Reads single streams: to decide on them, or to show their history. */
@Injectable()
export class EventReader {
  readonly #longReads = new Map<string, number>();
  readonly #reads = new SharedQuestions<Loaded<unknown>>();

  constructor(
    private readonly store: EventStore,
    private readonly codec: EventCodec,
  ) {}

  /** `revision` is null for a stream without events. With `seen`, the next decision needs no read. */
  async load<State, E extends Event>(
    stream: Stream<State, E>,
    id: string | number,
  ): Promise<{ state: State; revision: bigint | null; seen: Loaded<State> }> {
    const seen = await this.loadForWriting(stream, streamName({ category: stream.category }, id));
    return { state: seen.state, revision: seen.last?.revision ?? null, seen };
  }

  /** Yields the events of a stream, decrypted and in the newest schema. Skips types that this version does not know. */
  async *stream(name: string): AsyncIterable<LoggedEvent> {
    for await (const stored of this.stored(name)) {
      const event = await this.codec.decode(stored);
      if (event) yield event;
    }
  }

  /** Yields the events of a stream as the log stores them, still encrypted: for exports, whose hash chain can then be verified. */
  stored(name: string): AsyncIterable<StoredEvent> {
    return this.store.readStream(name);
  }

  /** Whether a stream has events. */
  hasEvents(name: string): Promise<boolean> {
    return this.#withResends(async () => {
      for await (const { stream } of this.store.readStream(name, { max: 1 })) return stream === name;
      return false;
    });
  }

  /** Callers that load the same stream at the same time share one read. */
  async loadForWriting<State, E extends Event>(
    stream: Stream<State, E>,
    name: string,
  ): Promise<Loaded<State>> {
    outsideTransaction('a stream');
    // The name of the stream includes its category.
    return this.#reads.ask(name, () => this.#read(stream, name)) as Promise<Loaded<State>>;
  }

  async #read<State, E extends Event>(stream: Stream<State, E>, name: string): Promise<Loaded<State>> {
    const at = performance.now();
    const stored = await this.#withResends(() => this.#sinceSummary(name, stream.summary));
    if (stored.length >= LONG_STREAM)
      this.#longReads.set(stream.category, (this.#longReads.get(stream.category) ?? 0) + 1);
    const events = (await this.codec.decodeAll(stored)) as unknown as readonly E[];
    return {
      state: events.reduce(stream.evolve, stream.initial),
      last: stored.at(-1),
      read: stored.length,
      at,
    };
  }

  /** By category: how often the state of one stream took `LONG_STREAM` or more events. */
  get longReads(): ReadonlyMap<string, number> {
    return this.#longReads;
  }

  /** A read changes nothing, so it can be sent again if no response came. */
  async #withResends<Result>(read: () => Promise<Result>): Promise<Result> {
    for (let resend = 0; ; resend++) {
      try {
        return await read();
      } catch (error) {
        const wait = RESEND_DELAYS[resend];
        if (!(error instanceof RetryableError) || wait === undefined) throw error;
        await pause(wait);
      }
    }
  }

  /** Reads from the newest summary event, or the whole stream when it has none. */
  async #sinceSummary(
    name: string,
    summary: Pick<Summary<unknown, Event>, 'types' | 'every'> | undefined,
  ): Promise<readonly StoredEvent[]> {
    const stored: StoredEvent[] = [];
    if (!summary) {
      for await (const event of this.store.readStream(name)) stored.push(event);
      return stored;
    }
    const { types, every: max } = summary;
    for (let from: { from?: bigint } = {}; ;) {
      for await (const event of this.store.readStream(name, { ...from, direction: 'backwards', max })) {
        stored.push(event);
        if (types.includes(event.type)) return stored.reverse();
      }
      const oldest = stored.at(-1);
      if (!oldest || oldest.revision === 0n) return stored.reverse();
      from = { from: oldest.revision - 1n };
    }
  }
}
