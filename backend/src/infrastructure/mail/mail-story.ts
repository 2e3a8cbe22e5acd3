import type { Event, Stream } from '@posthorn/event-sourcing';
import { plain, type EventShapes, type Plain } from '@posthorn/event-sourcing/event-shape';
import { NEW_EFFECT, type Effect } from '../effects/attempt/effect.ts';
import { evolve, type Move } from '../effects/attempt/move.ts';
import type { NotStartedReason } from '../effects/attempt/reasons.ts';
import { effectStory } from '../effects/effect-story.ts';

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

/** `Name`: of one kind of mails, `NoticeMail`. */
export type MailEvent<Name extends string, Wish extends object> =
  | Event<`${Name}Wanted`, 1, WantedMail<Wish>>
  | Event<`${Name}Attempted`, 1, Attempted>
  | Event<`${Name}NotAttempted`, 1, NotAttempted>
  | Event<`${Name}Failed`, 1, Failed>
  | Event<`${Name}Sent`, 1, Sent>;

/** `wanted`: null before anybody wants it. */
type MailState<Wish extends object> = Readonly<{ wanted: WantedMail<Wish> | null; effect: Effect }>;

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
export function mailStory<Name extends string, Wish extends object>(
  name: Name,
  wish: Readonly<Record<keyof Wish, Plain>>,
): MailStory<MailEvent<Name, Wish>, Wish> {
  type E = MailEvent<Name, Wish>;
  const story = effectStory<E>(
    {
      asked: { type: `${name}Wanted` as const, named: { at: 'dueAt' }, isOnlyRead: true },
      started: { type: `${name}Attempted` as const },
      notStarted: { type: `${name}NotAttempted` as const },
      failed: { type: `${name}Failed` as const, without: ['words'] },
      done: { type: `${name}Sent` as const, named: { at: 'sentAt' } },
    },
    // What is tried is the call to the mail server.
    { attemptId: 'callId' },
  );
  const wantedType: string = `${name}Wanted`;
  const eventOf = (type: string, data: object) => ({ type, schema: 1, data }) as unknown as E;
  return {
    moveOf: story.moveOf,
    want: ({ wanted }, mail) => (wanted === null ? [eventOf(wantedType, mail)] : []),
    eventsOf: (mail, move) => {
      const told = story.told(move);
      return told ? [eventOf(told.type, { ...mail, ...told.data })] : [];
    },
    stream: {
      category: name.charAt(0).toLowerCase() + name.slice(1),
      initial: { wanted: null, effect: NEW_EFFECT },
      evolve: ({ wanted, effect }, event) => ({
        wanted: event.type === wantedType ? (event.data as unknown as WantedMail<Wish>) : wanted,
        effect: evolve(effect, story.moveOf(event)),
      }),
      shapes: {
        [`${name}Wanted`]: { schema: 1, fields: { ...OF_MAIL, dueAt: plain, ...wish } },
        [`${name}Attempted`]: {
          schema: 1,
          fields: { ...OF_MAIL, callId: plain, startedAt: plain, startBy: plain, deadline: plain },
        },
        [`${name}NotAttempted`]: {
          schema: 1,
          fields: { ...OF_MAIL, callId: plain, reason: plain, nextAt: plain },
        },
        [`${name}Failed`]: {
          schema: 1,
          fields: { ...OF_MAIL, callId: plain, reason: plain, retryAt: plain },
        },
        [`${name}Sent`]: { schema: 1, fields: { ...OF_MAIL, callId: plain, sentAt: plain } },
      } as unknown as EventShapes<E>,
    },
  };
}

const OF_MAIL = { userId: plain, mailId: plain } as const;
