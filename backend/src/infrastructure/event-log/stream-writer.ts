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
import { RESENDS } from './resends.ts';

/** Decisions at most on a stream that others write at the same time. In each race that one writer loses, another one gets on. */
const DECISIONS = 8;
/** Conflicts whose cause no read has shown in time. */
const HIDDEN_CONFLICTS = 2;
/** Words that are erased leave no event in their stream: what was seen longer ago than so many milliseconds is read anew. */
const SEEN_FOR = 2_000;
/**
 * A cluster may refuse an append for the sake of an event that it is still replicating, and shows that in reads only when
 * most nodes have it. How long that is waited for, and how often it is looked at, in milliseconds.
 */
const SHOWS_WITHIN = 2000;
const LOOK_AGAIN = { first: 5, most: 100 } as const;

type Decision<State, E> = (state: State, revision: bigint | null) => readonly E[];

/** `seen`: the stream as it is now, which saves the next decision a read. */
export type Decided<State, E extends Event> = Readonly<{
  state: State;
  position: Position | null;
  appended: readonly E[];
  /** The same as a reader of the log gets them, each at the position of the last event of the append. */
  logged: readonly LoggedEvent<E>[];
  seen: Loaded<State>;
}>;

type DecideWith<State> = Readonly<{
  repeatable?: boolean;
  seen?: Loaded<State>;
  expected?: bigint | null;
}>;

/** The only door through which events enter the log. */
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
   * Loads one stream, asks for a decision and appends it where the decision saw the stream. When somebody else was
   * faster it decides again on the new state, so a decision may run several times and must only judge.
   * @param decision of the state, and of the revision of the stream's last event; null: there is none
   * @param o.repeatable false: the first conflict is thrown instead
   * @param o.seen decides on this first, which was read or written a moment ago. Only an append proves that it is still so: where
   * nothing comes of the decision, or an error, the stream is read and decided on again.
   * @param o.expected the revision that was loaded before the outside was asked; null: nothing had happened yet. Where the stream has moved
   * on since, nothing is decided: what was learned may be older than what is stored.
   * @throws ConcurrencyError, and the errors of EventStore.append; outside a CauseContext it refuses
   */
  async decide<State, E extends Event>(
    stream: Stream<State, E>,
    id: string | number,
    decision: Decision<State, E>,
    { repeatable = true, seen, expected }: DecideWith<State> = {},
  ): Promise<Decided<State, E>> {
    const name = streamName({ category: stream.category }, id);
    let decided = seen && performance.now() - seen.at < SEEN_FOR ? onWhatWasSeen(seen, decision) : undefined;
    for (let attempt = 1, hidden = 0; ; attempt++) {
      const before = decided?.before ?? (await this.reader.loadForWriting(stream, name));
      const revision = before.last?.revision ?? null;
      if (expected !== undefined && revision !== expected)
        throw new ConcurrencyError(name, revision ?? 'noStream');
      const events = decided?.events ?? decision(before.state, revision);
      decided = undefined;
      const { last, read } = before;
      if (events.length === 0) {
        // A repeat has changed nothing, and its reply names what it rests on.
        if (last) this.positions.wrote(stream.category, last.position, []);
        return { state: before.state, position: null, appended: [], logged: [], seen: before };
      }
      const state = events.reduce(stream.evolve, before.state);
      const encoded = await this.encode(name, [...events, ...summaryOf(stream, state, read, events)], last);
      try {
        const appended = await this.append(name, encoded, last?.revision ?? 'noStream');
        const { position } = appended;
        this.positions.wrote(
          stream.category,
          position,
          encoded.map(({ type }) => type),
        );
        if (read < LONG_STREAM && read + events.length >= LONG_STREAM)
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
        const isLast = isOnly || attempt === DECISIONS || hidden === HIDDEN_CONFLICTS;
        if (!(error instanceof ConcurrencyError) || isLast) throw error;
        if (!(await this.isShown(name, last?.revision))) hidden += 1;
      }
    }
  }

  /**
   * Appends the summary of a stream that is overdue for one: it grew long before there were any, and nothing is decided on
   * it. Leaves it to the next call when somebody else is writing there.
   * @throws the errors of EventStore.append but ConcurrencyError
   */
  async summarize<State, E extends Event>(stream: Stream<State, E>, id: string | number): Promise<void> {
    const name = streamName({ category: stream.category }, id);
    const { state, last, read } = await this.reader.loadForWriting(stream, name);
    const summary = summaryOf(stream, state, read, []);
    if (!last || summary.length === 0) return;
    try {
      await this.append(name, await this.encode(name, summary, last), last.revision);
    } catch (error) {
      if (!(error instanceof ConcurrencyError)) throw error;
    }
  }

  /** Waits until a read shows what a conflict at `revision` was about. @returns false when that takes too long */
  private async isShown(stream: string, revision = -1n): Promise<boolean> {
    const until = Date.now() + SHOWS_WITHIN;
    for (
      let wait: number = LOOK_AGAIN.first;
      Date.now() < until;
      wait = Math.min(2 * wait, LOOK_AGAIN.most)
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
   * Same bytes, same ids, same revision: whatever became of the first try, the log holds one copy at the end. An answer
   * that got lost is outweighed by a success or by the log being elsewhere, which the log tells after looking for our ids;
   * what else a later try meets says nothing of an earlier one that may have been stored.
   */
  private async append(stream: string, events: readonly NewEvent[], expected: Expected): Promise<Appended> {
    let doubt: AmbiguousError | undefined;
    for (let resend = 0; ; resend++) {
      try {
        return await this.outcomes.watch(() => this.store.append(stream, events, { expected }));
      } catch (error) {
        if (error instanceof ConcurrencyError) throw error;
        // A second try would wait in the same long queue.
        if (error instanceof LogBusyError) throw doubt ?? error;
        if (error instanceof AmbiguousError) doubt = error;
        const again = error instanceof AmbiguousError || error instanceof RetryableError;
        const wait = RESENDS[resend];
        if (!again || wait === undefined) throw doubt ?? error;
        await pause(wait);
      }
    }
  }
}

/** Nothing where the decision must see the stream itself. */
function onWhatWasSeen<State, E>(
  before: Loaded<State>,
  decision: Decision<State, E>,
): Readonly<{ before: Loaded<State>; events: readonly E[] }> | undefined {
  try {
    const events = decision(before.state, before.last?.revision ?? null);
    return events.length > 0 ? { before, events } : undefined;
  } catch {
    // Perhaps the stream has moved on: the decision on its newest state is the one that counts.
    return undefined;
  }
}

/** A summary may follow the events in one append. */
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

/** What the stream adds on its own account, so that the next decision reads little. */
function summaryOf<State, E extends Event>(
  { summary }: Stream<State, E>,
  state: State,
  read: number,
  events: readonly E[],
): E[] {
  if (!summary?.of || read + events.length < summary.every) return [];
  if (events.some(({ type }) => summary.types.includes(type))) return [];
  const event = summary.of(state);
  return event ? [event] : [];
}
