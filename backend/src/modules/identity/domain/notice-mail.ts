import type { Event, Stream } from '@posthorn/event-sourcing';
import { plain, type EventShapes } from '@posthorn/event-sourcing/event-shape';
import { NEW_EFFECT, type Effect } from '#infrastructure/effects/attempt/effect.ts';
import { evolve, type Move } from '#infrastructure/effects/attempt/move.ts';
import type { NoticeKind } from './user-settings.ts';

/** Every event of a mail names it. Where it goes to and what it says is asked when it is sent: nothing of that is kept. */
type OfMail = Readonly<{ userId: string; mailId: string }>;

/** `dueAt`: not sent before, so that what happens until then is told in it as well. */
export type NoticeMailWanted = Event<
  'NoticeMailWanted',
  1,
  OfMail & Readonly<{ kind: NoticeKind; dueAt: string }>
>;
/** The intent: before each time that it is handed to the mail server. */
type NoticeMailAttempted = Event<
  'NoticeMailAttempted',
  1,
  OfMail & Readonly<{ callId: string; number: number; startedAt: string; startBy: string; deadline: string }>
>;
type NoticeMailNotAttempted = Event<
  'NoticeMailNotAttempted',
  1,
  OfMail & Readonly<{ callId: string; reason: 'lease-lost' | 'too-late' | 'out-of-reach'; nextAt: string }>
>;
/** `retryAt` null: it is not sent, because it is no longer true or wanted, or nobody takes it. */
type NoticeMailFailed = Event<
  'NoticeMailFailed',
  1,
  OfMail & Readonly<{ callId: string | null; reason: string; retryAt: string | null }>
>;
type NoticeMailSent = Event<
  'NoticeMailSent',
  1,
  OfMail & Readonly<{ callId: string | null; sentAt: string }>
>;

export type NoticeMailEvent =
  NoticeMailWanted | NoticeMailAttempted | NoticeMailNotAttempted | NoticeMailFailed | NoticeMailSent;

/** `wanted`: null before anybody wants it. */
export type NoticeMail = Readonly<{ wanted: NoticeMailWanted['data'] | null; effect: Effect }>;

const OF_MAIL = { userId: plain, mailId: plain } as const;
const SHAPES: EventShapes<NoticeMailEvent> = {
  NoticeMailWanted: { schema: 1, fields: { ...OF_MAIL, kind: plain, dueAt: plain } },
  NoticeMailAttempted: {
    schema: 1,
    fields: { ...OF_MAIL, callId: plain, startedAt: plain, startBy: plain, deadline: plain },
  },
  NoticeMailNotAttempted: {
    schema: 1,
    fields: { ...OF_MAIL, callId: plain, reason: plain, nextAt: plain },
  },
  NoticeMailFailed: { schema: 1, fields: { ...OF_MAIL, callId: plain, reason: plain, retryAt: plain } },
  NoticeMailSent: { schema: 1, fields: { ...OF_MAIL, callId: plain, sentAt: plain } },
};

export const noticeMailStream: Stream<NoticeMail, NoticeMailEvent> = {
  category: 'noticeMail',
  initial: { wanted: null, effect: NEW_EFFECT },
  evolve: ({ wanted, effect }, event) => ({
    wanted: event.type === 'NoticeMailWanted' ? event.data : wanted,
    effect: evolve(effect, mailMoveOf(event)),
  }),
  shapes: SHAPES,
};

/** Wanted twice is wanted once. */
export const wantMail = ({ wanted }: NoticeMail, mail: NoticeMailWanted['data']): NoticeMailWanted[] =>
  wanted === null ? [{ type: 'NoticeMailWanted', schema: 1, data: mail }] : [];

export function mailMoveOf(event: NoticeMailEvent): Move<null> {
  switch (event.type) {
    case 'NoticeMailWanted': {
      const { dueAt: at } = event.data;
      return { kind: 'asked', at, nextAt: at, lookUntil: null, atOwnRisk: false };
    }
    case 'NoticeMailAttempted': {
      const { callId: attemptId, number, startedAt, startBy, deadline } = event.data;
      return { kind: 'started', attemptId, number, startedAt, startBy, deadline };
    }
    case 'NoticeMailNotAttempted': {
      const { callId: attemptId, reason, nextAt } = event.data;
      return { kind: 'notStarted', attemptId, reason, nextAt };
    }
    case 'NoticeMailFailed': {
      const { callId: attemptId, reason, retryAt } = event.data;
      return { kind: 'failed', attemptId, reason, words: null, retryAt };
    }
    case 'NoticeMailSent': {
      const { callId: attemptId, sentAt: at } = event.data;
      return { kind: 'done', attemptId, result: null, evidence: 'answer', at };
    }
  }
}

/** A move as the event that tells it. A mail server answers at once, and what it does not answer is sent again as it was. */
export function mailEvents(of: OfMail, move: Move): NoticeMailEvent[] {
  switch (move.kind) {
    case 'started': {
      const { attemptId: callId, number, startedAt, startBy, deadline } = move;
      const data = { ...of, callId, number, startedAt, startBy, deadline };
      return [{ type: 'NoticeMailAttempted', schema: 1, data }];
    }
    case 'notStarted': {
      const { attemptId: callId, reason, nextAt } = move;
      return [{ type: 'NoticeMailNotAttempted', schema: 1, data: { ...of, callId, reason, nextAt } }];
    }
    case 'failed': {
      const { attemptId: callId, reason, retryAt } = move;
      return [{ type: 'NoticeMailFailed', schema: 1, data: { ...of, callId, reason, retryAt } }];
    }
    case 'done':
      return [
        { type: 'NoticeMailSent', schema: 1, data: { ...of, callId: move.attemptId, sentAt: move.at } },
      ];
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
}
