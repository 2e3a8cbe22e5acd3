import type { Platform } from '@posthorn/contracts/shared/platform';
import { BudgetModel } from '#infrastructure/effects/testing/budget-model.ts';
import { randomFrom } from '../../test/chaos/under-kills.ts';
import { crowdOf, FULL_HOUR, HOUR_MS, type CrowdOptions } from './crowd.ts';
import { DueTable } from './due-table.ts';
import type { Target } from './target.ts';
import { VirtualClock } from './virtual-clock.ts';
import { SimulatedWorker } from './worker.ts';

export type HourOptions = CrowdOptions &
  Readonly<{
    workers: number;
    /** Processor time of a worker for each row that it takes up, in milliseconds. */
    workMs: number;
    /** A platform's answer, in milliseconds. */
    answerMs: number;
    /** A platform that lets every call hang for the whole hour. */
    dead?: Platform;
    seed: number;
  }>;

/** How late first calls came after their due time, in milliseconds. */
export type Lateness = Readonly<{
  targets: number;
  /** Of them not called within the hour. */
  waiting: number;
  p50: number;
  p99: number;
  /** Of the owner who waited longest: the mean of its calls. */
  worstOwner: number;
}>;

/** One hour of publishing, from a second before it until its end. @throws Error when the simulation contradicts itself */
export async function simulateHour(o: HourOptions): Promise<readonly Target[]> {
  const random = randomFrom(o.seed);
  const targets = crowdOf(o, random);
  const clock = new VirtualClock();
  const table = new DueTable(targets);
  const errors: unknown[] = [];
  const ask = async ({ platform }: Target, within: number) => {
    await clock.sleep(platform === o.dead ? within : o.answerMs);
    return platform !== o.dead;
  };
  const failed = (error: unknown) => {
    errors.push(error);
  };
  const world = { clock, table, random, ask, failed, workMs: o.workMs, budgets: new BudgetModel() };
  for (let worker = 0; worker < o.workers; worker += 1) void new SimulatedWorker(world).start().catch(failed);
  await clock.run(FULL_HOUR + HOUR_MS);
  if (errors.length > 0) throw new AggregateError(errors, 'The simulation contradicts itself');
  return targets;
}

/** @param targets at least one */
export function latenessOf(targets: readonly Target[]): Lateness {
  const waits: number[] = [];
  const owners = new Map<string, { sum: number; calls: number }>();
  for (const { calledAt, due, ownerId } of targets) {
    if (calledAt === null) continue;
    waits.push(calledAt - due);
    const { sum, calls } = owners.get(ownerId) ?? { sum: 0, calls: 0 };
    owners.set(ownerId, { sum: sum + calledAt - due, calls: calls + 1 });
  }
  waits.sort((one, other) => one - other);
  const quantile = (share: number) =>
    waits[Math.min(waits.length - 1, Math.floor(share * waits.length))] ?? NaN;
  let worstOwner = 0;
  for (const { sum, calls } of owners.values()) worstOwner = Math.max(worstOwner, sum / calls);
  return {
    targets: targets.length,
    waiting: targets.length - waits.length,
    p50: quantile(0.5),
    p99: quantile(0.99),
    worstOwner,
  };
}
