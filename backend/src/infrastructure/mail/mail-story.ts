import type { Event, Stream } from '@posthorn/event-sourcing';
import { plain, type EventShapes, type Plain } from '@posthorn/event-sourcing/event-shape';
import { NEW_EFFECT, type Effect } from '../effects/attempt/effect.ts';
import { evolve, type Move } from '../effects/attempt/move.ts';
import type { NotStartedReason } from '../effects/attempt/reasons.ts';
import { effectStory } from '../effects/effect-story.ts';

/** Names the mail in each of its events. Receiver and text are read when the mail is sent; no event contains them. */
type OfMail = Readonly<{ userId: string; mailId: string }>;
/** `dueAt`: the mail is not sent before this time. */
export type RequestedMail<Details extends object> = OfMail & Readonly<{ dueAt: string }> & Details;
/** The intent, recorded before each hand-over to the mail server. */
type Attempted = OfMail &
  Readonly<{ callId: string; number: number; startedAt: string; startBy: string; deadline: string }>;
type NotAttempted = OfMail & Readonly<{ callId: string; reason: NotStartedReason; nextAt: string }>;
/** `retryAt` null: the mail is not sent, because it is no longer true or requested, or the server refuses it. */
type Failed = OfMail & Readonly<{ callId: string | null; reason: string; retryAt: string | null }>;
type Sent = OfMail & Readonly<{ callId: string | null; sentAt: string }>;

/** `Name`: the kind of mails, for example `NoticeMail`. */
export type MailEvent<Name extends string, Details extends object> =
  | Event<`${Name}Wanted`, 1, RequestedMail<Details>>
  | Event<`${Name}Attempted`, 1, Attempted>
  | Event<`${Name}NotAttempted`, 1, NotAttempted>
  | Event<`${Name}Failed`, 1, Failed>
  | Event<`${Name}Sent`, 1, Sent>;

/** `requested`: null before the mail is requested. */
type MailState<Details extends object> = Readonly<{
  requested: RequestedMail<Details> | null;
  effect: Effect;
}>;

/** How the effect engine handles mails of one kind: their stream, and its events as moves. */
export type MailStory<E extends Event = Event, Details extends object = object> = Readonly<{
  stream: Stream<MailState<Details>, E>;
  /** Requests a mail. Two requests of one mail count once. The type of the event ends with `Wanted`, because it is stored. */
  request: (mail: MailState<Details>, details: RequestedMail<Details>) => E[];
  moveOf: (event: E) => Move<null>;
  /** A mail server responds immediately, and after a lost response the same mail is sent again. So mails need no other moves. */
  eventsOf: (mail: OfMail, move: Move) => E[];
}>;

/** @param details the data of a request in addition to its time; none of them are personal */
export function mailStory<Name extends string, Details extends object>(
  name: Name,
  details: Readonly<Record<keyof Details, Plain>>,
): MailStory<MailEvent<Name, Details>, Details> {
  type E = MailEvent<Name, Details>;
  const story = effectStory<E>(
    {
      asked: { type: `${name}Wanted` as const, named: { at: 'dueAt' }, isOnlyRead: true },
      started: { type: `${name}Attempted` as const },
      notStarted: { type: `${name}NotAttempted` as const },
      failed: { type: `${name}Failed` as const, without: ['words'] },
      done: { type: `${name}Sent` as const, named: { at: 'sentAt' } },
    },
    // An attempt is one call to the mail server.
    { attemptId: 'callId' },
  );
  const requestedType: string = `${name}Wanted`;
  const eventOf = (type: string, data: object) => ({ type, schema: 1, data }) as unknown as E;
  return {
    moveOf: story.moveOf,
    request: ({ requested }, mail) => (requested === null ? [eventOf(requestedType, mail)] : []),
    eventsOf: (mail, move) => {
      const event = story.eventOf(move);
      return event ? [eventOf(event.type, { ...mail, ...event.data })] : [];
    },
    stream: {
      category: name.charAt(0).toLowerCase() + name.slice(1),
      initial: { requested: null, effect: NEW_EFFECT },
      evolve: ({ requested, effect }, event) => ({
        requested:
          event.type === requestedType ? (event.data as unknown as RequestedMail<Details>) : requested,
        effect: evolve(effect, story.moveOf(event)),
      }),
      shapes: {
        [`${name}Wanted`]: { schema: 1, fields: { ...OF_MAIL, dueAt: plain, ...details } },
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
