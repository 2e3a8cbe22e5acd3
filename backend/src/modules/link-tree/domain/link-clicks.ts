import type { Event, Stream } from '@posthorn/event-sourcing';
import { plain } from '@posthorn/event-sourcing/event-shape';

/** What was seen of one link within an hour; `visitors`: of them, those who had not come before on that day. */
export type LinkClicks = Readonly<{ linkId: string; clicks: number; visitors: number }>;
/** `hour`: the UTC instant at which it began. */
export type ClicksCounted = Event<
  'ClicksCounted',
  1,
  Readonly<{ userId: string; hour: string; links: readonly LinkClicks[] }>
>;
/** What the id of an account's link begins with, for statements. */
export const ACCOUNT_LINK = 'account-';
/** Accounts stand on the page by themselves, and their links are counted as own ones are. */
export const accountLinkId = (accountId: number): string => `${ACCOUNT_LINK}${String(accountId)}`;

type Counted = Readonly<{ untilHour: string }>;

/**
 * Beside the stream of the page, which is read for each change of it: here is an event for each hour in which somebody clicked, and
 * the last one says all that a decision needs.
 */
export const linkClicksStream: Stream<Counted, ClicksCounted> = {
  category: 'linkClicks',
  initial: { untilHour: '' },
  evolve: (_, { data }) => ({ untilHour: data.hour }),
  shapes: { ClicksCounted: { schema: 1, fields: { userId: plain, hour: plain, links: plain } } },
  summary: { types: ['ClicksCounted'], every: 1 },
};

/** Hours are counted in their order, each once: who counts one again adds nothing. */
export const countClicks = (
  { untilHour }: Counted,
  userId: string,
  hour: string,
  links: readonly LinkClicks[],
): ClicksCounted[] =>
  hour <= untilHour || links.length === 0
    ? []
    : [{ type: 'ClicksCounted', schema: 1, data: { userId, hour, links } }];
