import { assertNever, type Event, type Stream } from '@posthorn/event-sourcing';
import { eventsOf, plain } from '@posthorn/event-sourcing/event-shape';

/** The clicks on a link within an hour. `visitors`: the number of visitors who had not clicked the link earlier on that day. */
export type LinkClicks = Readonly<{ linkId: string; clicks: number; visitors: number }>;
/** `hour`: the UTC time at which the hour began. */
export type ClicksCounted = Event<
  'ClicksCounted',
  1,
  Readonly<{ userId: string; hour: string; links: readonly LinkClicks[] }>
>;
/** The owner's account is being erased. The product counts no clicks after this event. */
export type ClicksEnded = Event<'ClicksEnded', 1, Readonly<{ userId: string; endedAt: string }>>;
export type LinkClicksEvent = ClicksCounted | ClicksEnded;
/** The prefix of the link ids of connected accounts. SQL statements use it too. */
export const ACCOUNT_LINK = 'account-';
/** Returns the link id of a connected account, under which its clicks are counted. */
export const accountLinkId = (accountId: number): string => `${ACCOUNT_LINK}${String(accountId)}`;

type Counted = Readonly<{ untilHour: string; hasEnded: boolean }>;

/**
 * The clicks on a page, with one event for each hour with clicks. Separate from the stream of the page, because each change of the page reads
 * that whole stream.
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
  // Each event is a summary, because a decision needs only the last event.
  summary: { types: ['ClicksCounted', 'ClicksEnded'], every: 1 },
};

export const clicksEvent = eventsOf<LinkClicksEvent>(linkClicksStream.shapes);

/** Counts the clicks of an hour. Returns no event if this hour or a later one is already counted, or if the counting has ended. */
export const countClicks = (
  { untilHour, hasEnded }: Counted,
  userId: string,
  hour: string,
  links: readonly LinkClicks[],
): ClicksCounted[] =>
  hasEnded || hour <= untilHour || links.length === 0
    ? []
    : [clicksEvent('ClicksCounted', { userId, hour, links })];

/** Ends the counting. After this event, a concurrent writer of an hour records nothing. Returns no event if the counting has already ended. */
export const endClicks = ({ hasEnded }: Counted, userId: string, endedAt: string): ClicksEnded[] =>
  hasEnded ? [] : [clicksEvent('ClicksEnded', { userId, endedAt })];
