import { assertNever, type Event, type Stream } from '@posthorn/event-sourcing';
import { eventsOf, plain } from '@posthorn/event-sourcing/event-shape';

/** The clicks on one link within an hour. `visitors`: how many of the visitors had not visited before on that day. */
export type LinkClicks = Readonly<{ linkId: string; clicks: number; visitors: number }>;
/** `hour`: the UTC instant at which the hour began. */
export type ClicksCounted = Event<
  'ClicksCounted',
  1,
  Readonly<{ userId: string; hour: string; links: readonly LinkClicks[] }>
>;
/** The owner's account is being erased: no clicks are counted after this event. */
export type ClicksEnded = Event<'ClicksEnded', 1, Readonly<{ userId: string; endedAt: string }>>;
export type LinkClicksEvent = ClicksCounted | ClicksEnded;
/** The prefix of the id of an account's link, for SQL statements. */
export const ACCOUNT_LINK = 'account-';
/** The id under which the clicks on a connected account are counted, as those on own links are. */
export const accountLinkId = (accountId: number): string => `${ACCOUNT_LINK}${String(accountId)}`;

type Counted = Readonly<{ untilHour: string; hasEnded: boolean }>;

/**
 * A stream separate from the page's stream, which is read for each change of the page. It has one event for each hour with clicks. A
 * decision needs only the last event.
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
  // A decision needs only the last event: the end, or the last hour counted.
  summary: { types: ['ClicksCounted', 'ClicksEnded'], every: 1 },
};

export const clicksEvent = eventsOf<LinkClicksEvent>(linkClicksStream.shapes);

/** Counts hours in their order, each once. Returns no event for an hour that is already counted. */
export const countClicks = (
  { untilHour, hasEnded }: Counted,
  userId: string,
  hour: string,
  links: readonly LinkClicks[],
): ClicksCounted[] =>
  hasEnded || hour <= untilHour || links.length === 0
    ? []
    : [clicksEvent('ClicksCounted', { userId, hour, links })];

/** A concurrent writer of an hour decides again after this append, and then records nothing. Returns no event when clicks have ended already. */
export const endClicks = ({ hasEnded }: Counted, userId: string, endedAt: string): ClicksEnded[] =>
  hasEnded ? [] : [clicksEvent('ClicksEnded', { userId, endedAt })];
