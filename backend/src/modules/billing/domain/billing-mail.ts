import type { Event, Stream } from '@posthorn/event-sourcing';
import { plain, type EventShapes } from '@posthorn/event-sourcing/event-shape';
import { NEW_EFFECT, type Effect } from '#infrastructure/effects/attempt/effect.ts';
import { evolve, type Move } from '#infrastructure/effects/attempt/move.ts';

/** What somebody is told of by mail: each once for what it is about. */
export type MailKind = 'welcome' | 'payment-failed' | 'payment-reminder' | 'premium-ended';

/** Every fact of a mail names it. Where it goes to and what it says is asked when it is sent: nothing of that is kept. */
type OfMail = Readonly<{ userId: string; mailId: string }>;

/** `about`: since when the payment is due, for mails about one. `dueAt`: not sent before. */
export type BillingMailWanted = Event<
  'BillingMailWanted',
  1,
  OfMail & Readonly<{ kind: MailKind; about: string | null; dueAt: string }>
>;
/** The intent: before each time that it is handed to the mail server. */
type BillingMailAttempted = Event<
  'BillingMailAttempted',
  1,
  OfMail & Readonly<{ callId: string; number: number; startedAt: string; startBy: string; deadline: string }>
>;
type BillingMailNotAttempted = Event<
  'BillingMailNotAttempted',
  1,
  OfMail & Readonly<{ callId: string; reason: 'lease-lost' | 'too-late' | 'out-of-reach'; nextAt: string }>
>;
/** `retryAt` null: it is not sent, because it is no longer true, or nobody takes it. */
type BillingMailFailed = Event<
  'BillingMailFailed',
  1,
  OfMail & Readonly<{ callId: string | null; reason: string; retryAt: string | null }>
>;
type BillingMailSent = Event<
  'BillingMailSent',
  1,
  OfMail & Readonly<{ callId: string | null; sentAt: string }>
>;

export type BillingMailEvent =
  BillingMailWanted | BillingMailAttempted | BillingMailNotAttempted | BillingMailFailed | BillingMailSent;

/** `wanted`: null before anybody wants it. */
export type BillingMail = Readonly<{ wanted: BillingMailWanted['data'] | null; effect: Effect }>;

const OF_MAIL = { userId: plain, mailId: plain } as const;
const SHAPES: EventShapes<BillingMailEvent> = {
  BillingMailWanted: { schema: 1, fields: { ...OF_MAIL, kind: plain, about: plain, dueAt: plain } },
  BillingMailAttempted: {
    schema: 1,
    fields: { ...OF_MAIL, callId: plain, startedAt: plain, startBy: plain, deadline: plain },
  },
  BillingMailNotAttempted: {
    schema: 1,
    fields: { ...OF_MAIL, callId: plain, reason: plain, nextAt: plain },
  },
  BillingMailFailed: { schema: 1, fields: { ...OF_MAIL, callId: plain, reason: plain, retryAt: plain } },
  BillingMailSent: { schema: 1, fields: { ...OF_MAIL, callId: plain, sentAt: plain } },
};

export const billingMailStream: Stream<BillingMail, BillingMailEvent> = {
  category: 'billingMail',
  initial: { wanted: null, effect: NEW_EFFECT },
  evolve: ({ wanted, effect }, event) => ({
    wanted: event.type === 'BillingMailWanted' ? event.data : wanted,
    effect: evolve(effect, mailMoveOf(event)),
  }),
  shapes: SHAPES,
};

/** Wanted twice is wanted once. */
export const wantMail = ({ wanted }: BillingMail, mail: BillingMailWanted['data']): BillingMailWanted[] =>
  wanted === null ? [{ type: 'BillingMailWanted', schema: 1, data: mail }] : [];

export function mailMoveOf(event: BillingMailEvent): Move<null> {
  switch (event.type) {
    case 'BillingMailWanted': {
      const { dueAt: at } = event.data;
      return { kind: 'asked', at, nextAt: at, lookUntil: null, atOwnRisk: false };
    }
    case 'BillingMailAttempted': {
      const { callId: attemptId, number, startedAt, startBy, deadline } = event.data;
      return { kind: 'started', attemptId, number, startedAt, startBy, deadline };
    }
    case 'BillingMailNotAttempted': {
      const { callId: attemptId, reason, nextAt } = event.data;
      return { kind: 'notStarted', attemptId, reason, nextAt };
    }
    case 'BillingMailFailed': {
      const { callId: attemptId, reason, retryAt } = event.data;
      return { kind: 'failed', attemptId, reason, words: null, retryAt };
    }
    case 'BillingMailSent': {
      const { callId: attemptId, sentAt: at } = event.data;
      return { kind: 'done', attemptId, result: null, evidence: 'answer', at };
    }
  }
}

/** A move as the event that tells it. A mail server answers at once, and what it does not answer is sent again as it was. */
export function mailEvents(of: OfMail, move: Move): BillingMailEvent[] {
  switch (move.kind) {
    case 'started': {
      const { attemptId: callId, number, startedAt, startBy, deadline } = move;
      const data = { ...of, callId, number, startedAt, startBy, deadline };
      return [{ type: 'BillingMailAttempted', schema: 1, data }];
    }
    case 'notStarted': {
      const { attemptId: callId, reason, nextAt } = move;
      return [{ type: 'BillingMailNotAttempted', schema: 1, data: { ...of, callId, reason, nextAt } }];
    }
    case 'failed': {
      const { attemptId: callId, reason, retryAt } = move;
      return [{ type: 'BillingMailFailed', schema: 1, data: { ...of, callId, reason, retryAt } }];
    }
    case 'done':
      return [
        { type: 'BillingMailSent', schema: 1, data: { ...of, callId: move.attemptId, sentAt: move.at } },
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
