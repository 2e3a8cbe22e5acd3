import { assertNever, type Event, type Stream } from '@posthorn/event-sourcing';
import { eventsOf, plain } from '@posthorn/event-sourcing/event-shape';

/** What was seen of one link within an hour; `visitors`: of them, those who had not come before on that day. */
export type LinkClicks = Readonly<{ linkId: string; clicks: number; visitors: number }>;
/** `hour`: the UTC instant at which it began. */
export type ClicksCounted = Event<
  'ClicksCounted',
  1,
  Readonly<{ userId: string; hour: string; links: readonly LinkClicks[] }>
>;
/** The owner leaves: nothing is counted here any more. */
export type ClicksEnded = Event<'ClicksEnded', 1, Readonly<{ userId: string; endedAt: string }>>;
export type LinkClicksEvent = ClicksCounted | ClicksEnded;
/** What the id of an account's link begins with, for statements. */
export const ACCOUNT_LINK = 'account-';
/** Accounts stand on the page by themselves, and their links are counted as own ones are. */
export const accountLinkId = (accountId: number): string => `${ACCOUNT_LINK}${String(accountId)}`;

type Counted = Readonly<{ untilHour: string; hasEnded: boolean }>;

/**
 * Beside the stream of the page, which is read for each change of it: here is an event for each hour in which somebody clicked, and
 * the last one says all that a decision needs.
 */
export const linkClicksStream: Stream<Counted, LinkClicksEvent> = {
  category: 'linkClicks',
  initial: { untilHour: '', hasEnded: false },
  evolve: (counted, event) => {
    switch (event.type) {
      case 'ClicksCounted':
        return { untilHour: event.data.hour, hasEnded: false };
      case 'ClicksEnded':
        return { ...counted, hasEnded: true };
      default:
        return assertNever(event);
    }
  },
  shapes: {
    ClicksCounted: { schema: 1, fields: { userId: plain, hour: plain, links: plain } },
    ClicksEnded: { schema: 1, fields: { userId: plain, endedAt: plain } },
  },
  // After the end nothing else matters; before it each hour says all.
  summary: { types: ['ClicksCounted', 'ClicksEnded'], every: 1 },
};

export const clicksEvent = eventsOf<LinkClicksEvent>(linkClicksStream.shapes);

/** Hours are counted in their order, each once: who counts one again adds nothing. */
export const countClicks = (
  { untilHour, hasEnded }: Counted,
  userId: string,
  hour: string,
  links: readonly LinkClicks[],
): ClicksCounted[] =>
  hasEnded || hour <= untilHour || links.length === 0
    ? []
    : [clicksEvent('ClicksCounted', { userId, hour, links })];

/** Whoever was about to record an hour when this is appended decides again, and records nothing. Once, for ever. */
export const endClicks = ({ hasEnded }: Counted, userId: string, endedAt: string): ClicksEnded[] =>
  hasEnded ? [] : [clicksEvent('ClicksEnded', { userId, endedAt })];
