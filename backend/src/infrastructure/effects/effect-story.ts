import type { Event } from '@posthorn/event-sourcing';
import { plain, type EventShapes, type Mark, type Plain } from '@posthorn/event-sourcing/event-shape';
import type { Move } from './attempt/move.ts';

/** Moves that events tell. What is prepared is told with what it is prepared for. */
type Kind = Exclude<Move['kind'], 'prepared' | 'other'>;

/** How an event tells a move. */
type Telling<Type extends string> = Readonly<{
  type: Type;
  /** Fields of the move that have another name in the event: `{ at: 'setAt' }`. */
  named?: Readonly<Record<string, string>>;
  /** Fields of the move that the event does not tell. */
  without?: readonly string[];
  /** Its wish is told with what is wished for: the story reads it only. */
  isOnlyRead?: true;
  /** Fields of the event that together are the result of a success, whose evidence it tells then. */
  result?: readonly string[];
}>;

/** A move as its event tells it, without what all events of the stream carry. */
export type ToldMove<Type extends string> = Readonly<{
  type: Type;
  data: Readonly<Record<string, unknown>>;
}>;

/** The events of an effect, and its moves. */
type EffectStory<E extends Event, Result = null> = Readonly<{
  /** `other` where the story does not know the event. */
  moveOf: (event: E) => Move<Result>;
  /** Null: no event tells of it. */
  told: (move: Move) => ToldMove<E['type']> | null;
}>;

/** Stored events call the next moment of the work by this name, for ever. */
const STORED: Readonly<Record<string, string>> = { dueAt: 'nextAt' };

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

/** What a move is where the event does not say. */
const UNTOLD: Readonly<Partial<Record<Kind, (told: Fields) => Fields>>> = {
  asked: ({ at }) => ({ dueAt: at, lookUntil: null, atOwnRisk: false }),
  // What does no harm twice may start late.
  started: ({ deadline }) => ({ startBy: deadline }),
  done: () => ({ result: null, evidence: 'answer' }),
  failed: () => ({ words: null }),
  unknown: () => ({ words: null, lookUntil: null }),
};

/** @param tellings by the move that is told; @param named for all of them */
export function effectStory<E extends Event, Result = null>(
  tellings: Readonly<Partial<Record<Kind, Telling<E['type']>>>>,
  named: Readonly<Record<string, string>> = {},
): EffectStory<E, Result> {
  const known = (Object.keys(tellings) as Kind[]).flatMap((kind) => {
    const telling = tellings[kind];
    return telling ? [{ ...telling, kind, fields: fieldsOf(kind, telling, named) }] : [];
  });
  const byType = new Map<string, (typeof known)[number]>(known.map((telling) => [telling.type, telling]));
  const byKind = new Map<string, (typeof known)[number]>(known.map((telling) => [telling.kind, telling]));
  return {
    moveOf: ({ type, data }) => {
      const telling = byType.get(type);
      if (!telling) return { kind: 'other' };
      const { kind, fields, result } = telling;
      const told = renamed(data, fields, 'field');
      const move = { kind, ...UNTOLD[kind]?.(told), ...told };
      return (result ? { ...move, result: picked(data, result) } : move) as unknown as Move<Result>;
    },
    told: (move) => {
      const telling = byKind.get(move.kind);
      if (!telling || telling.isOnlyRead) return null;
      const { type, fields, result } = telling;
      const data = renamed(move, fields, 'name');
      return { type, data: result && 'result' in move ? { ...data, ...(move.result as Fields) } : data };
    },
  };
}

/** A field of the move, and its name in the event. */
type Pair = Readonly<{ field: string; name: string }>;

function fieldsOf(
  kind: Kind,
  { named, without = [], result }: Telling<string>,
  namedAlways: Readonly<Record<string, string>>,
): readonly Pair[] {
  return [...FIELDS[kind], ...(result ? ['evidence'] : [])]
    .filter((field) => !without.includes(field))
    .map((field) => ({ field, name: named?.[field] ?? namedAlways[field] ?? STORED[field] ?? field }));
}

/** What is not there stays away. Streams are folded by this, so it makes one object. */
function renamed(values: Fields, pairs: readonly Pair[], to: keyof Pair): Fields {
  const made: Record<string, unknown> = {};
  for (const pair of pairs) {
    const value = values[to === 'field' ? pair.name : pair.field];
    if (value !== undefined) made[pair[to]] = value;
  }
  return made;
}

const picked = (values: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, values[name]]));

type OfAttempt = Readonly<{ attemptId: string | null; reason: string; words: string | null }>;
/**
 * What every effect tells that does no harm when it is done twice: its intent, after whose `deadline` an attempt without an outcome is simply
 * made again; a failure, with the time of the next try, null: never; and that nothing happened and no try is used.
 */
export type HarmlessEvent<Name extends string, Of> =
  | Event<
      `${Name}Attempted`,
      1,
      Of & Readonly<{ attemptId: string; number: number; startedAt: string; deadline: string }>
    >
  | Event<`${Name}Failed`, 1, Of & OfAttempt & Readonly<{ retryAt: string | null }>>
  | Event<`${Name}Postponed`, 1, Of & OfAttempt & Readonly<{ until: string }>>;

/** How a harmless effect tells what all of them tell. */
export const harmlessTellings = <Name extends string>(name: Name) => ({
  started: { type: `${name}Attempted` as const, without: ['startBy'] },
  failed: { type: `${name}Failed` as const },
  postponed: { type: `${name}Postponed` as const },
});

/** @param of marks of what all events of the stream carry; @param words of what the other side has said */
export const harmlessShapes = <Name extends string, Of>(
  name: Name,
  of: Readonly<Record<string, Plain>>,
  words: Mark<Of>,
): EventShapes<HarmlessEvent<Name, Of>> =>
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
  }) as unknown as EventShapes<HarmlessEvent<Name, Of>>;
