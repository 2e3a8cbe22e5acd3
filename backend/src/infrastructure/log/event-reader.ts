import { streamName, type Event, type Stream } from '@posthorn/event-sourcing';
import { EventStore, type StoredEvent } from '@posthorn/event-sourcing/event-store';
import { Injectable } from '@nestjs/common';
import { EventCodec } from './event-codec.ts';
import type { LoggedEvent } from './logged-event.ts';

/** A stream folded to its state, and its last event as stored: the predecessor of the next one. */
export type Loaded<State> = Readonly<{ state: State; last: StoredEvent | undefined }>;

/** Reads single streams: to decide on them, or to show their history. */
@Injectable()
export class EventReader {
  constructor(
    private readonly store: EventStore,
    private readonly codec: EventCodec,
  ) {}

  /** `revision` is null while nothing has happened in the stream. */
  async load<State, E extends Event>(
    stream: Stream<State, E>,
    id: string | number,
  ): Promise<{ state: State; revision: bigint | null }> {
    const { state, last } = await this.loadForWriting(stream, streamName({ category: stream.category }, id));
    return { state, revision: last?.revision ?? null };
  }

  /** Decrypted and in the newest shape; types that this version does not know are left out. */
  async *stream(name: string): AsyncIterable<LoggedEvent> {
    for await (const stored of this.stored(name)) {
      const event = await this.codec.decode(stored);
      if (event) yield event;
    }
  }

  /** As the log keeps it, personal words still locked: for exports that must verify. */
  stored(name: string): AsyncIterable<StoredEvent> {
    return this.store.readStream(name);
  }

  async loadForWriting<State, E extends Event>(
    stream: Stream<State, E>,
    name: string,
  ): Promise<Loaded<State>> {
    const stored: StoredEvent[] = [];
    for await (const event of this.store.readStream(name)) stored.push(event);
    const events = (await this.codec.decodeAll(stored)) as unknown as readonly E[];
    return { state: events.reduce(stream.evolve, stream.initial), last: stored.at(-1) };
  }
}
