import type { Event } from '@posthorn/event-sourcing';
import { plain, type EventShapes, type Mark, type Plain } from '@posthorn/event-sourcing/event-shape';
import type { Move } from './attempt/move.ts';

/** Moves that have events. The next event of the effect stores a prepared reference. */
type Kind = Exclude<Move['kind'], 'prepared' | 'other'>;

/** How an event stores a move. */
type MoveMapping<Type extends string> = Readonly<{
  type: Type;
  /** Fields of the move that have another name in the event: `{ at: 'setAt' }`. */
  named?: Readonly<Record<string, string>>;
  /** Fields of the move that the event omits. */
  without?: readonly string[];
  /** Optional fields of the move that the event stores too. */
  also?: readonly string[];
  /** The event also requests other things and is written elsewhere; the story only reads it. */
  isOnlyRead?: true;
  /** Fields of the event that form the result of a success. The event then stores its evidence too. */
  result?: readonly string[];
}>;

/** A move as its event stores it, without the fields that all events of the stream carry. */
export type MoveEvent<Type extends string> = Readonly<{
  type: Type;
  data: Readonly<Record<string, unknown>>;
}>;

/** Translates between the events of an effect and its moves. */
type EffectStory<E extends Event, Result = null> = Readonly<{
  /** `other` for an event that the story does not know. */
  moveOf: (event: E) => Move<Result>;
  /** Null: the move has no event. */
  eventOf: (move: Move) => MoveEvent<E['type']> | null;
}>;

/** Stored events have this name for the next due time; it never changes. */
const STORED_NAMES: Readonly<Record<string, string>> = { dueAt: 'nextAt' };

const FIELDS: Readonly<Record<Kind, readonly string[]>> = {
  asked: ['at', 'dueAt', 'lookUntil', 'atOwnRisk'],
  started: ['attemptId', 'number', 'startedAt', 'startBy', 'deadline'],
  notStarted: ['attemptId', 'reason', 'dueAt'],
  accepted: ['attemptId', 'handle', 'at', 'dueAt'],
  done: ['attemptId', 'at'],
  doneAgain: ['attemptId', 'at'],
  failed: ['attemptId', 'reason', 'words', 'retryAt'],
  unknown: ['attemptId', 'cause', 'words', 'dueAt', 'lookUntil'],
  lookedUp: ['attemptId', 'result', 'words', 'at', 'dueAt'],
  postponed: ['attemptId', 'reason', 'words', 'until'],
  resumed: ['at'],
  cancelled: ['reason'],
};

type Fields = Readonly<Record<string, unknown>>;

/** Defaults for fields that an event omits. */
const DEFAULTS: Readonly<Partial<Record<Kind, (stored: Fields) => Fields>>> = {
  asked: ({ at }) => ({ dueAt: at, lookUntil: null, atOwnRisk: false }),
  // An idempotent effect may start late.
  started: ({ deadline }) => ({ startBy: deadline }),
  done: () => ({ result: null, evidence: 'answer' }),
  failed: () => ({ words: null }),
  unknown: () => ({ words: null, lookUntil: null }),
};

/**
 * @param mappings the events by the kind of move
 * @param named names of fields for all events
 */
export function effectStory<E extends Event, Result = null>(
  mappings: Readonly<Partial<Record<Kind, MoveMapping<E['type']>>>>,
  named: Readonly<Record<string, string>> = {},
): EffectStory<E, Result> {
  const known = (Object.keys(mappings) as Kind[]).flatMap((kind) => {
    const mapping = mappings[kind];
    return mapping ? [{ ...mapping, kind, fields: fieldsOf(kind, mapping, named) }] : [];
  });
  const byType = new Map<string, (typeof known)[number]>(known.map((mapping) => [mapping.type, mapping]));
  const byKind = new Map<string, (typeof known)[number]>(known.map((mapping) => [mapping.kind, mapping]));
  return {
    moveOf: ({ type, data }) => {
      const mapping = byType.get(type);
      if (!mapping) return { kind: 'other' };
      const { kind, fields, result } = mapping;
      const stored = renamed(data, fields, 'field');
      const move = { kind, ...DEFAULTS[kind]?.(stored), ...stored };
      return (result ? { ...move, result: picked(data, result) } : move) as unknown as Move<Result>;
    },
    eventOf: (move) => {
      const mapping = byKind.get(move.kind);
      if (!mapping || mapping.isOnlyRead) return null;
      const { type, fields, result } = mapping;
      const data = renamed(move, fields, 'name');
      return { type, data: result && 'result' in move ? { ...data, ...(move.result as Fields) } : data };
    },
  };
}

/** A field of the move, and its name in the event. */
type Pair = Readonly<{ field: string; name: string }>;

function fieldsOf(
  kind: Kind,
  { named, without = [], also = [], result }: MoveMapping<string>,
  namedAlways: Readonly<Record<string, string>>,
): readonly Pair[] {
  return [...FIELDS[kind], ...also, ...(result ? ['evidence'] : [])]
    .filter((field) => !without.includes(field))
    .map((field) => ({ field, name: named?.[field] ?? namedAlways[field] ?? STORED_NAMES[field] ?? field }));
}

/** Absent fields stay absent. Every read of a stream runs this, so it creates only one object. */
function renamed(values: Fields, pairs: readonly Pair[], to: keyof Pair): Fields {
  const fieldsAfter: Record<string, unknown> = {};
  for (const pair of pairs) {
    const value = values[to === 'field' ? pair.name : pair.field];
    if (value !== undefined) fieldsAfter[pair[to]] = value;
  }
  return fieldsAfter;
}

const picked = (values: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, values[name]]));

type OfAttempt = Readonly<{ attemptId: string | null; reason: string; words: string | null }>;
/**
 * The events of an effect that may happen twice without harm. `{Name}Attempted` is the intent: without an outcome, the attempt is repeated after its
 * `deadline`. `{Name}Failed` has the time of the next attempt, or null for none. `{Name}Postponed`: nothing was sent, and no attempt was used up.
 */
export type IdempotentEvent<Name extends string, Of> =
  | Event<
      `${Name}Attempted`,
      1,
      Of & Readonly<{ attemptId: string; number: number; startedAt: string; deadline: string }>
    >
  | Event<`${Name}Failed`, 1, Of & OfAttempt & Readonly<{ retryAt: string | null }>>
  | Event<`${Name}Postponed`, 1, Of & OfAttempt & Readonly<{ until: string }>>;

/** The mapping of these events to moves. */
export const idempotentMoves = <Name extends string>(name: Name) => ({
  started: { type: `${name}Attempted` as const, without: ['startBy'] },
  failed: { type: `${name}Failed` as const },
  postponed: { type: `${name}Postponed` as const },
});

/**
 * @param of shapes of the fields that all events of the stream carry
 * @param words the shape of the remote system's words
 */
export const idempotentShapes = <Name extends string, Of>(
  name: Name,
  of: Readonly<Record<string, Plain>>,
  words: Mark<Of>,
): EventShapes<IdempotentEvent<Name, Of>> =>
  ({
    [`${name}Attempted`]: {
      schema: 1,
      fields: { ...of, attemptId: plain, startedAt: plain, deadline: plain },
    },
    [`${name}Failed`]: {
      schema: 1,
      fields: { ...of, attemptId: plain, reason: plain, words, retryAt: plain },
    },
    [`${name}Postponed`]: {
      schema: 1,
      fields: { ...of, attemptId: plain, reason: plain, words, until: plain },
    },
  }) as unknown as EventShapes<IdempotentEvent<Name, Of>>;
