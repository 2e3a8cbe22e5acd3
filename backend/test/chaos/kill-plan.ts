import type { EventLog } from './chaos-setup.ts';

/** The kill points of a run. */
export type KillPoints = Readonly<{
  /** The worker has just appended or read an event, so what the next worker finds depends on the log. */
  atLog: readonly string[];
  /** What the next worker finds is the same with both logs. */
  elsewhere: readonly string[];
  /** Those of these points at which other specs kill a worker on the Postgres log. */
  inOtherSpecs?: readonly string[];
}>;

/** The kills of a run in order, each at a kill point or, if null, at any time. */
export type KillPlan = Readonly<{
  kills: readonly (string | null)[];
  /** The milliseconds after which a worker is killed that has not reached its kill point. */
  patience: number;
}>;

const KILLS_AT_ANY_TIME = 1;

/** The points of a short run on this log. If the log makes no difference, a point is reached on one log only. */
export function pointsOn(log: EventLog, { atLog, elsewhere, inOtherSpecs = [] }: KillPoints): string[] {
  const isHere = (point: string) => !inOtherSpecs.includes(point);
  const onOneLog = elsewhere.filter(isHere);
  const half = Math.ceil(onOneLog.length / 2);
  return log === 'postgres'
    ? [...atLog.filter(isHere), ...onOneLog.slice(0, half)]
    : [...atLog, ...onOneLog.slice(half)];
}

/** Kills once at each point of this log. Each worker lives until it reaches its point. */
export const shortPlan = (log: EventLog, points: KillPoints): KillPlan => ({
  kills: [...Array.from({ length: KILLS_AT_ANY_TIME }, () => null), ...pointsOn(log, points)],
  patience: 120_000,
});

/** Kills two of three workers at the points in turn, and the others at any time. A worker does not always have the work of its point. */
export function longPlan(kills: number, { atLog, elsewhere }: KillPoints): KillPlan {
  const points = [...atLog, ...elsewhere];
  return {
    kills: Array.from({ length: kills }, (_, turn) =>
      turn % 3 === 2 ? null : (points[(turn - Math.floor(turn / 3)) % points.length] ?? null),
    ),
    patience: 5_000,
  };
}
