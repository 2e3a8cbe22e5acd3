import type { ClicksCounted, LinkClicks } from '../domain/link-clicks.ts';

/** Of one link of one page since ever, as the log has it: `counted_until` is the last hour that is in it. */
export type ClickRow = Readonly<{
  user_id: string;
  link_id: string;
  clicks: number;
  visitors: number;
  counted_until: string;
}>;

/** One event is about many links, so what it adds is told of each of them. */
export const clicksIn = ({ data }: Pick<ClicksCounted, 'data'>): ClickRow[] =>
  data.links.map(({ linkId, clicks, visitors }: LinkClicks) => ({
    ...{ user_id: data.userId, link_id: linkId, clicks, visitors, counted_until: data.hour },
  }));
