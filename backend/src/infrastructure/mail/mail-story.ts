import type { Event, Stream } from '@posthorn/event-sourcing';
import { plain, type EventShapes, type Plain } from '@posthorn/event-sourcing/event-shape';
import { NEW_EFFECT, type Effect } from '../effects/attempt/effect.ts';
import { evolve, type Move } from '../effects/attempt/move.ts';
import type { NotStartedReason } from '../effects/attempt/reasons.ts';

/** Every event of a mail names it. Where it goes to and what it says is asked when it is sent: nothing of that is kept. */
type OfMail = Readonly<{ userId: string; mailId: string }>;
/** `dueAt`: not sent before. */
export type WantedMail<Wish extends object> = OfMail & Readonly<{ dueAt: string }> & Wish;
/** The intent: before each time that it is handed to the mail server. */
type Attempted = OfMail &
  Readonly<{ callId: string; number: number; startedAt: string; startBy: string; deadline: string }>;
type NotAttempted = OfMail & Readonly<{ callId: string; reason: NotStartedReason; nextAt: string }>;
/** `retryAt` null: it is not sent, because it is no longer true or wanted, or nobody takes it. */
type Failed = OfMail & Readonly<{ callId: string | null; reason: string; retryAt: string | null }>;
type Sent = OfMail & Readonly<{ callId: string | null; sentAt: string }>;

/** What the log calls the events of one kind of mails. */
type Types = Readonly<Record<'wanted' | 'attempted' | 'notAttempted' | 'failed' | 'sent', string>>;
export type MailEvent<T extends Types, Wish extends object> =
  | Event<T['wanted'], 1, WantedMail<Wish>>
  | Event<T['attempted'], 1, Attempted>
  | Event<T['notAttempted'], 1, NotAttempted>
  | Event<T['failed'], 1, Failed>
  | Event<T['sent'], 1, Sent>;

/** `wanted`: null before anybody wants it. */
export type MailState<Wish extends object> = Readonly<{ wanted: WantedMail<Wish> | null; effect: Effect }>;

/** What mails of one kind are to whoever sends them: their stream, and its events as moves of the engine. */
export type MailStory<E extends Event = Event, Wish extends object = object> = Readonly<{
  stream: Stream<MailState<Wish>, E>;
  /** Wanted twice is wanted once. */
  want: (mail: MailState<Wish>, wish: WantedMail<Wish>) => E[];
  moveOf: (event: E) => Move<null>;
  /** A mail server answers at once, and what it does not answer is sent again as it was: it has no other moves. */
  eventsOf: (mail: OfMail, move: Move) => E[];
}>;

/** @param wish what somebody wants of a mail beside its time; nothing of it is personal */
export function mailStory<const T extends Types, Wish extends object>(
  category: string,
  types: T,
  wish: Readonly<Record<keyof Wish, Plain>>,
): MailStory<MailEvent<T, Wish>, Wish> {
  type E = MailEvent<T, Wish>;
  const partOf = new Map(Object.entries(types).map(([part, type]) => [type, part]));
  // The names are not known here, only whose they are: told apart by their part in the story, and named when they are stored.
  const told = ({ type, data }: E) => ({ part: partOf.get(type), data }) as Told<Wish>;
  const event = <Part extends keyof Types>(part: Part, data: Extract<Told<Wish>, { part: Part }>['data']) =>
    ({ type: types[part], schema: 1, data }) as unknown as E;
  const moveOf = (each: E) => moveOfTold(told(each));
  return {
    moveOf,
    want: ({ wanted }, mail) => (wanted === null ? [event('wanted', mail)] : []),
    eventsOf: (mail, move) => {
      switch (move.kind) {
        case 'started': {
          const { attemptId: callId, number, startedAt, startBy, deadline } = move;
          return [event('attempted', { ...mail, callId, number, startedAt, startBy, deadline })];
        }
        case 'notStarted': {
          const { attemptId: callId, reason, nextAt } = move;
          return [event('notAttempted', { ...mail, callId, reason, nextAt })];
        }
        case 'failed': {
          const { attemptId: callId, reason, retryAt } = move;
          return [event('failed', { ...mail, callId, reason, retryAt })];
        }
        case 'done':
          return [event('sent', { ...mail, callId: move.attemptId, sentAt: move.at })];
        case 'asked':
        case 'prepared':
        case 'unknown':
        case 'lookedUp':
        case 'postponed':
        case 'accepted':
        case 'doneAgain':
        case 'resumed':
        case 'cancelled':
        case 'other':
          return [];
      }
    },
    stream: {
      category,
      initial: { wanted: null, effect: NEW_EFFECT },
      evolve: ({ wanted, effect }, each) => {
        const { part, data } = told(each);
        return { wanted: part === 'wanted' ? data : wanted, effect: evolve(effect, moveOf(each)) };
      },
      shapes: {
        [types.wanted]: { schema: 1, fields: { ...OF_MAIL, dueAt: plain, ...wish } },
        [types.attempted]: {
          schema: 1,
          fields: { ...OF_MAIL, callId: plain, startedAt: plain, startBy: plain, deadline: plain },
        },
        [types.notAttempted]: {
          schema: 1,
          fields: { ...OF_MAIL, callId: plain, reason: plain, nextAt: plain },
        },
        [types.failed]: {
          schema: 1,
          fields: { ...OF_MAIL, callId: plain, reason: plain, retryAt: plain },
        },
        [types.sent]: { schema: 1, fields: { ...OF_MAIL, callId: plain, sentAt: plain } },
      } as unknown as EventShapes<E>,
    },
  };
}

const OF_MAIL = { userId: plain, mailId: plain } as const;

type Told<Wish extends object> =
  | Readonly<{ part: 'wanted'; data: WantedMail<Wish> }>
  | Readonly<{ part: 'attempted'; data: Attempted }>
  | Readonly<{ part: 'notAttempted'; data: NotAttempted }>
  | Readonly<{ part: 'failed'; data: Failed }>
  | Readonly<{ part: 'sent'; data: Sent }>;

function moveOfTold({ part, data }: Told<object>): Move<null> {
  switch (part) {
    case 'wanted': {
      const { dueAt: at } = data;
      return { kind: 'asked', at, nextAt: at, lookUntil: null, atOwnRisk: false };
    }
    case 'attempted': {
      const { callId: attemptId, number, startedAt, startBy, deadline } = data;
      return { kind: 'started', attemptId, number, startedAt, startBy, deadline };
    }
    case 'notAttempted': {
      const { callId: attemptId, reason, nextAt } = data;
      return { kind: 'notStarted', attemptId, reason, nextAt };
    }
    case 'failed': {
      const { callId: attemptId, reason, retryAt } = data;
      return { kind: 'failed', attemptId, reason, words: null, retryAt };
    }
    case 'sent': {
      const { callId: attemptId, sentAt: at } = data;
      return { kind: 'done', attemptId, result: null, evidence: 'answer', at };
    }
  }
}
