import { NEW_EFFECT, type Effect } from '#infrastructure/effects/attempt/effect.ts';
import type { LookUpAnswer } from '#infrastructure/effects/attempt/look-up.ts';
import { evolve, type Move } from '#infrastructure/effects/attempt/move.ts';
import { EFFECT_TIMES } from '#infrastructure/effects/attempt/retry-waits.ts';
import type { AttemptOutcome } from '#infrastructure/effects/attempt/rules.ts';
import { defineEffect } from '#infrastructure/effects/define-effect.ts';
import { effectStory } from '#infrastructure/effects/effect-story.ts';
import { openEffects } from '#infrastructure/effects/open-effects.projection.ts';
import type { Event, Stream } from '@posthorn/event-sourcing';
import { plain, type EventShapes } from '@posthorn/event-sourcing/event-shape';
import { effectsView } from '../open-effects.projection.ts';

/** Sends greetings. `find`: whether a greeting has arrived. */
export abstract class Fax {
  abstract send(name: string, signal: AbortSignal): Promise<AttemptOutcome<null>>;
  abstract find(name: string): Promise<LookUpAnswer<null>>;
}

const MAPPINGS = {
  asked: { type: 'GreetingRequested' },
  started: { type: 'GreetingAttemptStarted' },
  notStarted: { type: 'GreetingNotStarted' },
  done: { type: 'GreetingSent' },
  failed: { type: 'GreetingFailed' },
  postponed: { type: 'GreetingPostponed' },
  unknown: { type: 'GreetingUnknown' },
  lookedUp: { type: 'GreetingLookedUp' },
} as const;
type Of = Readonly<{ name: string; ownerId: string; platform: string }>;
type Type = (typeof MAPPINGS)[keyof typeof MAPPINGS]['type'];
type GreetingEvent = { [T in Type]: Event<T, 1, Of> }[Type];

const { moveOf, eventOf: eventOfMove } = effectStory<GreetingEvent>(MAPPINGS);
const TEXTS = 'name ownerId platform attemptId reason words cause result at nextAt lookUntil retryAt until';
const FIELDS = [...TEXTS.split(' '), 'startedAt', 'startBy', 'deadline'].map((field) => [field, plain]);
const SHAPE = { schema: 1, fields: Object.fromEntries(FIELDS) as Readonly<Record<string, typeof plain>> };
const TYPES = Object.values(MAPPINGS).map(({ type }) => type);

export const greetingStream: Stream<Effect, GreetingEvent> = {
  category: 'greeting',
  initial: NEW_EFFECT,
  evolve: (effect, event) => evolve(effect, moveOf(event)),
  shapes: Object.fromEntries(TYPES.map((type) => [type, SHAPE])) as unknown as EventShapes<GreetingEvent>,
};

export const greetingEvents = ({ name, ownerId }: Omit<Of, 'platform'>, move: Move): GreetingEvent[] => {
  const event = eventOfMove(move);
  // A move without an event would be lost silently. Greetings need no events for polls, waits or cancellation.
  if (!event) throw new Error(`A greeting has no event for the move '${move.kind}'`);
  return [{ type: event.type, schema: 1, data: { name, ownerId, platform: 'fax', ...event.data } }];
};

/** A fax machine immediately shows what it received. */
const TIMES = { ...EFFECT_TIMES, firstLookUp: 0 };
const GREETINGS = { name: 'example.greetings', table: 'greeting', category: 'greeting', moveOf } as const;

/** Sends the requested greetings. */
export const Greetings = defineEffect({
  name: 'greeting',
  loop: 'greetings',
  logger: 'Greetings',
  needs: { fax: Fax },
  rows: { table: effectsView('greeting'), columns: { name: 'text' }, lease: 15_000 },
  readModel: () => openEffects<GreetingEvent>({ ...GREETINGS, key: { name: 'text' } }, TIMES),
  platforms: ['fax'],
  times: { tick: 500, renewLease: 5_000, firstRetry: 60_000, drain: 25_000 },
  stream: greetingStream,
  streamId: ({ name }) => name,
  effectIn: (effect, { name }) => ({ effect, task: name }),
  context: ({ now, random }) => ({
    rule: 'after-negative-look-up',
    pace: 'limited',
    isLateCallHarmless: false,
    visibleAfterMs: 0,
    now,
    random,
    firstDueAt: now.toISOString(),
    times: TIMES,
  }),
  prepare: (name) => ({ kind: 'ready', ready: name }),
  call: (name, _, { fax }, signal) => fax.send(name, signal),
  lookUp: ({ task }, _, { fax }) => fax.find(task),
  events: (_, move, row) => greetingEvents(row, move),
});
