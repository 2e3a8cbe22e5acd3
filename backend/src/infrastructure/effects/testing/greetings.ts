import { dueAfter } from '#infrastructure/effects/attempt/due-after.ts';
import { EFFECT_TIMES } from '#infrastructure/effects/attempt/retry-waits.ts';
import { NEW_EFFECT, type Effect } from '#infrastructure/effects/attempt/effect.ts';
import { evolve, type Move } from '#infrastructure/effects/attempt/move.ts';
import type { AttemptOutcome } from '#infrastructure/effects/attempt/rules.ts';
import type { LookUpAnswer } from '#infrastructure/effects/attempt/look-up.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import type { DecideOptions, EffectKind, LoadedEffect } from '#infrastructure/effects/effect-kind.ts';
import { EffectEngine } from '#infrastructure/effects/effect-engine.ts';
import type { WorkLoop } from '#infrastructure/effects/work-loop.ts';
import { WorkerLoop } from '#infrastructure/effects/worker-loop.ts';
import { WorkTable, type Work } from '#infrastructure/effects/work-table.ts';
import { EventReader } from '#infrastructure/log/event-reader.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { keyedRows } from '#infrastructure/projections/keyed-rows.ts';
import type { Projection } from '#infrastructure/projections/projection.ts';
import { Injectable, Logger } from '@nestjs/common';
import type { Event, Stream } from '@posthorn/event-sourcing';
import { plain, type EventShapes } from '@posthorn/event-sourcing/event-shape';
import { Pool } from 'pg';

type Key = Readonly<{ name: string }>;
type Data = Key & Readonly<{ ownerId: string; move: Move<null> }>;
type Row = Readonly<{ name: string; owner_id: string; platform: string; due_at: string }>;

/** Whom a greeting is sent to. `find`: whether it has arrived. */
export abstract class Fax {
  abstract send(name: string, signal: AbortSignal): Promise<AttemptOutcome<null>>;
  abstract find(name: string): Promise<LookUpAnswer<null>>;
}

const TYPES = {
  asked: 'GreetingRequested',
  started: 'GreetingAttemptStarted',
  notStarted: 'GreetingNotStarted',
  done: 'GreetingSent',
  failed: 'GreetingFailed',
  postponed: 'GreetingPostponed',
  unknown: 'GreetingUnknown',
  lookedUp: 'GreetingLookedUp',
} as const;
type Type = (typeof TYPES)[keyof typeof TYPES];
type GreetingEvent = { [T in Type]: Event<T, 1, Data> }[Type];
const SHAPE = { schema: 1, fields: { name: plain, ownerId: plain, move: plain } };

export const greetingStream: Stream<Effect, GreetingEvent> = {
  category: 'greeting',
  initial: NEW_EFFECT,
  evolve: (effect, { data }) => evolve(effect, data.move),
  shapes: Object.fromEntries(Object.values(TYPES).map((type) => [type, SHAPE])) as EventShapes<GreetingEvent>,
};

export const eventsOf = (name: string, ownerId: string, moves: readonly Move<null>[]): GreetingEvent[] =>
  moves.map((move) => {
    // A move without an event would be lost without a word. These come of no greeting: nobody polls, waits for or takes one back.
    if (!isTold(move.kind)) throw new Error(`A greeting has no event that tells of '${move.kind}'`);
    return { type: TYPES[move.kind], schema: 1, data: { name, ownerId, move } };
  });

const isTold = (kind: Move['kind']): kind is keyof typeof TYPES => kind in TYPES;

/** What a fax machine has shows at once. */
const TIMES = { ...EFFECT_TIMES, firstLookUp: 0 };

export const greetings: Projection<GreetingEvent> = {
  name: 'example.greetings',
  version: 1,
  categories: [greetingStream.category],
  tables: {
    greeting: `name text primary key, owner_id text not null, platform text not null, due_at timestamptz not null,
      lease_owner text, lease_until timestamptz`,
  },
  personal: { greeting: 'owner_id' },
  leases: { greeting: { key: ['name'], columns: ['lease_owner', 'lease_until'] } },
  apply: keyedRows<Row, GreetingEvent>({
    table: 'greeting',
    isLeased: true,
    key: 'name',
    keyOf: ({ data }) => data.name,
    columns: { name: 'text', owner_id: 'text', platform: 'text', due_at: 'timestamptz' },
    fold: (row, { data: { name, ownerId, move }, meta }) => {
      const due = dueAfter(move, meta.at, TIMES, row?.due_at);
      return due === null ? undefined : { name, owner_id: ownerId, platform: 'fax', due_at: due };
    },
  }),
};

/** Where the truth of a greeting is, and how it is sent and looked for. */
@Injectable()
export class SendGreeting implements EffectKind<Work<Key>, string, null> {
  readonly name = 'greeting';
  constructor(
    private readonly reader: EventReader,
    private readonly writer: StreamWriter,
    private readonly clock: DatabaseClock,
    private readonly fax: Fax,
  ) {}

  causeOf = ({ name }: Key) => `greeting:${name}`;
  call = (_: Key, name: string, signal: AbortSignal) => this.fax.send(name, signal);
  lookUp = (_: Key, { task }: LoadedEffect<string>) => this.fax.find(task);
  prepare = (_: unknown, { task }: LoadedEffect<string>) =>
    Promise.resolve({ kind: 'ready', ready: task } as const);

  async load({ name }: Key) {
    return { effect: (await this.reader.load(greetingStream, name)).state, task: name };
  }

  async decide(
    { name, ownerId }: Work<Key>,
    _: string,
    decision: (effect: Effect) => readonly Move<null>[],
    { repeatable = true }: DecideOptions<string> = {},
  ) {
    const events = (effect: Effect) => eventsOf(name, ownerId, decision(effect));
    const { state, appended } = await this.writer.decide(greetingStream, name, events, { repeatable });
    return { effect: state, task: name, moved: appended.length > 0 };
  }

  async context() {
    const now = await this.clock.now();
    const rules = { rule: 'after-negative-look-up', pace: 'limited', isHarmlessWhenLate: false } as const;
    return { ...rules, now, random: Math.random(), due: now.toISOString(), visibility: 0, times: TIMES };
  }
}

/** Takes up what is due. */
@Injectable()
export class Greetings extends WorkerLoop<Key> {
  protected override readonly loop: WorkLoop<Key>;
  constructor(
    configuration: Configuration,
    pool: Pool,
    clock: DatabaseClock,
    engine: EffectEngine,
    kind: SendGreeting,
  ) {
    super(configuration);
    const columns = { name: 'text' } as const;
    const rows = {
      kind: 'greeting',
      table: 'read_v1.greeting',
      columns,
      key: ['name'],
      lease: 15_000,
    } as const;
    this.loop = engine.loop(kind, new WorkTable<Key>(pool, clock, rows), {
      name: 'greetings',
      platforms: ['fax'],
      logger: new Logger('Greetings'),
      times: { tick: 500, renewLease: 5_000, firstRetry: 60_000, drain: 25_000 },
    });
  }
}
