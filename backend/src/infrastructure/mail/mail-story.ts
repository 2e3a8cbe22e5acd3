import type { Event, Stream } from '@posthorn/event-sourcing';
import { plain, type EventShapes, type Plain } from '@posthorn/event-sourcing/event-shape';
import { NEW_EFFECT, type Effect } from '../effects/attempt/effect.ts';
import { evolve, type Move } from '../effects/attempt/move.ts';
import type { NotStartedReason } from '../effects/attempt/reasons.ts';
import { effectStory } from '../effects/effect-story.ts';

/** Names the mail in each of its events. Receiver and text are read when the mail is sent; no event contains them. */
type OfMail = Readonly<{ userId: string; mailId: string }>;
/** `dueAt`: the mail is not sent before this time. */
export type WantedMail<Wish extends object> = OfMail & Readonly<{ dueAt: string }> & Wish;
/** The intent, recorded before each hand-over to the mail server. */
type Attempted = OfMail &
  Readonly<{ callId: string; number: number; startedAt: string; startBy: string; deadline: string }>;
type NotAttempted = OfMail & Readonly<{ callId: string; reason: NotStartedReason; nextAt: string }>;
/** `retryAt` null: the mail is not sent, because it is no longer true or requested, or the server refuses it. */
type Failed = OfMail & Readonly<{ callId: string | null; reason: string; retryAt: string | null }>;
type Sent = OfMail & Readonly<{ callId: string | null; sentAt: string }>;

/** `Name`: the kind of mails, for example `NoticeMail`. */
export type MailEvent<Name extends string, Wish extends object> =
  | Event<`${Name}Wanted`, 1, WantedMail<Wish>>
  | Event<`${Name}Attempted`, 1, Attempted>
  | Event<`${Name}NotAttempted`, 1, NotAttempted>
  | Event<`${Name}Failed`, 1, Failed>
  | Event<`${Name}Sent`, 1, Sent>;

/** `wanted`: null before the mail is requested. */
type MailState<Wish extends object> = Readonly<{ wanted: WantedMail<Wish> | null; effect: Effect }>;

/** How the effect engine handles mails of one kind: their stream, and its events as moves. */
export type MailStory<E extends Event = Event, Wish extends object = object> = Readonly<{
  stream: Stream<MailState<Wish>, E>;
  /** Two requests of one mail count once. */
  want: (mail: MailState<Wish>, wish: WantedMail<Wish>) => E[];
  moveOf: (event: E) => Move<null>;
  /** A mail server responds immediately, and after a lost response the same mail is sent again. So mails need no other moves. */
  eventsOf: (mail: OfMail, move: Move) => E[];
}>;

/** @param wish the data of a request in addition to its time; none of them are personal */
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
    // An attempt is one call to the mail server.
    { attemptId: 'callId' },
  );
  const wantedType: string = `${name}Wanted`;
  const eventOf = (type: string, data: object) => ({ type, schema: 1, data }) as unknown as E;
  return {
    moveOf: story.moveOf,
    want: ({ wanted }, mail) => (wanted === null ? [eventOf(wantedType, mail)] : []),
    eventsOf: (mail, move) => {
      const event = story.eventOf(move);
      return event ? [eventOf(event.type, { ...mail, ...event.data })] : [];
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
