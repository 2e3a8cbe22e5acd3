import { CONNECTIONS, LOG, MACHINE, TARGET } from './costs.ts';
import { EVENTS, LOAD, targetsIn } from './load.ts';

const HOUR_S = 3600;
const DAYS_A_YEAR = 365;

/** What so many creators ask for. Rates are those of the worst minute, the first of the busiest hour. */
export type Demand = Readonly<{
  creators: number;
  targetsADay: number;
  /** Due at one instant. */
  crowd: number;
  targetsPerSecond: number;
  /** Of one event each, of publishing and of posts that are written meanwhile. */
  appendsPerSecond: number;
  transactionsPerSecond: number;
  readsPerSecond: number;
  eventsADay: number;
  bytesADay: number;
  /** One read model from the log of one year, by one process. */
  rebuildHours: number;
  /** Of two cores; a fraction means that one machine is enough. */
  machines: Readonly<{ publishing: number; reading: number }>;
  /** Of those machines with one process each, at the default pool. */
  connections: number;
}>;

/** @param creators how many write posts each day */
export function demandOf(creators: number): Demand {
  const { aDay, posts, busiestHour } = targetsIn(creators);
  const { crowd } = busiestHour;
  // The crowd within the time that there is for it, and what is due beside it.
  const targetsPerSecond = crowd / LOAD.patience.value + (busiestHour.targets - crowd) / HOUR_S;
  const begunPosts = targetsPerSecond / LOAD.accounts.value;
  // As many posts are written in that hour as are due in it; `PostPublishingStarted` is the other event of a post.
  const writtenPosts = busiestHour.posts / HOUR_S;
  const appendsPerSecond = targetsPerSecond * EVENTS.perTarget + begunPosts + writtenPosts;
  const eventsADay = posts * EVENTS.perPost + aDay * EVENTS.perTarget;
  const readsPerSecond = (creators * LOAD.readsADay.value * LOAD.busiestHour.value) / HOUR_S;
  const machines = {
    publishing: targetsPerSecond / MACHINE.targetsPerSecond.value,
    reading: readsPerSecond / MACHINE.readsPerSecond.value,
  };
  return {
    creators,
    crowd,
    targetsPerSecond,
    appendsPerSecond,
    readsPerSecond,
    eventsADay,
    machines,
    targetsADay: aDay,
    transactionsPerSecond: targetsPerSecond * TARGET.transactions.value,
    bytesADay: eventsADay * TARGET.bytesPerEvent.value,
    rebuildHours: (eventsADay * DAYS_A_YEAR) / MACHINE.rebuildEventsPerSecond.value / HOUR_S,
    connections: (Math.ceil(machines.publishing) + Math.ceil(machines.reading)) * CONNECTIONS.process.value,
  };
}

/** How much of what one server gives is asked for; above 1 it is a wall. */
export const loadOnOneServer = (demand: Demand) => ({
  postgresLog: demand.appendsPerSecond / LOG.postgres.value,
  eventStoreDb: demand.appendsPerSecond / LOG.eventStoreDb.value,
  connections: demand.connections / CONNECTIONS.server.value,
});
