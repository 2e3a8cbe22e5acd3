import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { streamName, type Event, type Stream } from '@posthorn/event-sourcing';
import {
  AmbiguousError,
  ConcurrencyError,
  LogBusyError,
  EventStore,
  RetryableError,
  type Appended,
  type Expected,
  type NewEvent,
  type Position,
} from '@posthorn/event-sourcing/event-store';
import { linked } from '@posthorn/event-store/chain';
import { Injectable, Logger } from '@nestjs/common';
import { CauseContext } from './cause-context.ts';
import { Clock } from '#infrastructure/clock.ts';
import { AppendOutcomes } from './append-outcomes.ts';
import { EventCodec } from './event-codec.ts';
import { EventReader, LONG_STREAM, type Loaded } from './event-reader.ts';
import type { LoggedEvent } from './logged-event.ts';
import { PositionContext } from './position-context.ts';
import { RESEND_DELAYS } from './resend-delays.ts';

/** How many times a decision is made while others write to the stream. In each race that one writer loses, another one succeeds. */
const MOST_DECISIONS = 8;
/** How many conflicts without a visible cause are tolerated. */
const MOST_HIDDEN_CONFLICTS = 2;
/** Milliseconds. An erasure appends no event to the streams with erased texts. So the writer reads a stream again if its state is older than this. */
const STATE_VALID_MS = 2_000;
/**
 * A cluster may refuse an append because of an event that it is still replicating. Reads show that event only when most nodes have it.
 * The milliseconds that the writer waits for the event, and those between two reads.
 */
const SHOWN_WITHIN_MS = 2000;
const READ_AGAIN = { first: 5, most: 100 } as const;

type Decision<State, E> = (state: State, revision: bigint | null) => readonly E[];

/** `seen`: the current state of the stream. With it, the next decision needs no read. */
export type Decided<State, E extends Event> = Readonly<{
  state: State;
  position: Position | null;
  appended: readonly E[];
  /** The same events as a reader of the log gets them, each at the position of the append's last event. */
  logged: readonly LoggedEvent<E>[];
  seen: Loaded<State>;
}>;

type DecideWith<State> = Readonly<{
  repeatable?: boolean;
  seen?: Loaded<State>;
  expected?: bigint | null;
}>;

/** The only class that appends events to the log. */
@Injectable()
export class StreamWriter {
  readonly #logger = new Logger('event log');

  constructor(
    private readonly store: EventStore,
    private readonly reader: EventReader,
    private readonly codec: EventCodec,
    private readonly causes: CauseContext,
    private readonly clock: Clock,
    private readonly positions: PositionContext,
    private readonly outcomes: AppendOutcomes,
  ) {}

  /**
   * Loads one stream, makes a decision and appends its events at the revision that the decision saw. If another writer was faster, it
   * decides again on the new state. So a decision may run several times and must have no effects.
   * @param decision gets the state, and the revision of the stream's last event; null: there is none
   * @param o.repeatable false: throws at the first conflict
   * @param o.seen decides first on this state, which was read or written a moment ago. Only an append proves that it is current.
   * Without events, or with an error, it reads the stream and decides again.
   * @param o.expected the revision that was loaded before another system was asked; null: the stream was empty. If the stream has changed
   * since, the writer decides nothing, because the other system’s response may be older than the stream.
   * @throws ConcurrencyError, and the errors of EventStore.append; an error outside a CauseContext
   */
  async decide<State, E extends Event>(
    stream: Stream<State, E>,
    id: string | number,
    decision: Decision<State, E>,
    { repeatable = true, seen, expected }: DecideWith<State> = {},
  ): Promise<Decided<State, E>> {
    const name = streamName({ category: stream.category }, id);
    let decided =
      seen && performance.now() - seen.at < STATE_VALID_MS ? decideOnSeen(seen, decision) : undefined;
    for (let attempt = 1, hiddenConflicts = 0; ; attempt++) {
      const before = decided?.before ?? (await this.reader.loadForWriting(stream, name));
      const revision = before.last?.revision ?? null;
      if (expected !== undefined && revision !== expected)
        throw new ConcurrencyError(name, revision ?? 'noStream');
      const events = decided?.events ?? decision(before.state, revision);
      decided = undefined;
      const { last, read: readCount } = before;
      if (events.length === 0) {
        // Such a request changes nothing. Its response names the position of the newest event that the decision saw.
        if (last) this.positions.wrote(stream.category, last.position, []);
        return { state: before.state, position: null, appended: [], logged: [], seen: before };
      }
      const state = events.reduce(stream.evolve, before.state);
      const encoded = await this.encode(
        name,
        [...events, ...summaryOf(stream, state, readCount, events)],
        last,
      );
      try {
        const appended = await this.append(name, encoded, last?.revision ?? 'noStream');
        const { position } = appended;
        this.positions.wrote(
          stream.category,
          position,
          encoded.map(({ type }) => type),
        );
        if (readCount < LONG_STREAM && readCount + events.length >= LONG_STREAM)
          this.#logger.warn({
            msg: 'a stream has grown long',
            category: stream.category,
            events: LONG_STREAM,
          });
        const logged = loggedAs(stream.category, String(id), events, encoded, appended);
        return {
          state,
          position,
          logged,
          appended: events,
          seen: seenAfter(state, encoded, appended, before),
        };
      } catch (error) {
        const isOnly = !repeatable || expected !== undefined;
        const isLast = isOnly || attempt === MOST_DECISIONS || hiddenConflicts === MOST_HIDDEN_CONFLICTS;
        if (!(error instanceof ConcurrencyError) || isLast) throw error;
        if (!(await this.waitUntilShown(name, last?.revision))) hiddenConflicts += 1;
      }
    }
  }

  /**
   * Appends the summary of a stream that needs one: it grew long before there were summaries, and no decision is made on it.
   * Does nothing when another writer is faster; the next call tries again.
   * @throws the errors of EventStore.append but ConcurrencyError
   */
  async summarize<State, E extends Event>(stream: Stream<State, E>, id: string | number): Promise<void> {
    const name = streamName({ category: stream.category }, id);
    const { state, last, read: readCount } = await this.reader.loadForWriting(stream, name);
    const summary = summaryOf(stream, state, readCount, []);
    if (!last || summary.length === 0) return;
    try {
      await this.append(name, await this.encode(name, summary, last), last.revision);
    } catch (error) {
      if (!(error instanceof ConcurrencyError)) throw error;
    }
  }

  /** Waits until a read shows the event that caused a conflict at `revision`. @returns false when that takes too long */
  private async waitUntilShown(stream: string, revision = -1n): Promise<boolean> {
    const until = performance.now() + SHOWN_WITHIN_MS;
    for (
      let wait: number = READ_AGAIN.first;
      performance.now() < until;
      wait = Math.min(2 * wait, READ_AGAIN.most)
    ) {
      try {
        for await (const newest of this.store.readStream(stream, { direction: 'backwards', max: 1 }))
          if (newest.revision > revision) return true;
      } catch (error) {
        if (!(error instanceof RetryableError)) throw error;
      }
      await pause(wait);
    }
    return false;
  }

  private async encode(
    stream: string,
    events: readonly Event[],
    last: Loaded<unknown>['last'],
  ): Promise<NewEvent[]> {
    const origin = { ...this.causes.current(), at: this.clock.now().toISOString() };
    const encoded: Parameters<typeof linked>[2][number][] = [];
    for (const event of events) {
      const { data, subjects } = await this.codec.encode(stream, event);
      const meta = { ...origin, schema: event.schema, ...(subjects.length > 0 && { subjects }) };
      encoded.push({ id: randomUUID(), type: event.type, data, meta });
    }
    return linked(stream, last ?? null, encoded);
  }

  /**
   * Appends, and after a failure sends the same bytes, ids and revision again, so that the log finally contains exactly one copy. A success, or
   * a ConcurrencyError after the log has searched for these ids, settles a lost response. No other error shows whether an earlier attempt
   * was stored.
   */
  private async append(stream: string, events: readonly NewEvent[], expected: Expected): Promise<Appended> {
    let ambiguous: AmbiguousError | undefined;
    for (let resend = 0; ; resend++) {
      try {
        return await this.outcomes.watch(() => this.store.append(stream, events, { expected }));
      } catch (error) {
        if (error instanceof ConcurrencyError) throw error;
        // A second attempt would wait in the same long queue.
        if (error instanceof LogBusyError) throw ambiguous ?? error;
        if (error instanceof AmbiguousError) ambiguous = error;
        const mayResend = error instanceof AmbiguousError || error instanceof RetryableError;
        const wait = RESEND_DELAYS[resend];
        if (!mayResend || wait === undefined) throw ambiguous ?? error;
        await pause(wait);
      }
    }
  }
}

/** Undefined when the decision must read the stream itself. */
function decideOnSeen<State, E>(
  before: Loaded<State>,
  decision: Decision<State, E>,
): Readonly<{ before: Loaded<State>; events: readonly E[] }> | undefined {
  try {
    const events = decision(before.state, before.last?.revision ?? null);
    return events.length > 0 ? { before, events } : undefined;
  } catch {
    // The stream may have changed, so the decision on its newest state counts.
    return undefined;
  }
}

/** Returns the appended events without the summary, which may follow them in the same append. */
function loggedAs<E extends Event>(
  category: string,
  streamId: string,
  events: readonly E[],
  encoded: readonly NewEvent[],
  { revision, position }: Appended,
): LoggedEvent<E>[] {
  const first = revision - BigInt(encoded.length - 1);
  const stream = streamName({ category }, streamId);
  return encoded.slice(0, events.length).map(({ id, meta }, index) => ({
    ...(events[index] as E),
    id,
    stream,
    category,
    streamId,
    revision: first + BigInt(index),
    position,
    meta,
  }));
}

function seenAfter<State>(
  state: State,
  encoded: readonly NewEvent[],
  { revision, position }: Appended,
  { read, at }: Loaded<unknown>,
): Loaded<State> {
  const meta = encoded.at(-1)?.meta;
  return { state, last: meta && { revision, position, meta }, read: read + encoded.length, at };
}

/** Returns the summary event that the stream needs now, if any, so that the next decision reads few events. */
function summaryOf<State, E extends Event>(
  { summary }: Stream<State, E>,
  state: State,
  readCount: number,
  events: readonly E[],
): E[] {
  if (!summary?.of || readCount + events.length < summary.every) return [];
  if (events.some(({ type }) => summary.types.includes(type))) return [];
  const event = summary.of(state);
  return event ? [event] : [];
}
