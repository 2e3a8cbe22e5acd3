import { SECOND_MS } from '@posthorn/contracts/shared/durations';
import { shortenedTimes } from '#infrastructure/effects/shortened-times.ts';

/** Waits in the sandbox, in milliseconds. The sandbox has no limit of calls, and people who try it should not wait long. */
export type SimulatedWaits = Readonly<{
  /** The milliseconds between two readings of an account. */
  simulatedReading: number;
  /** The milliseconds between two readings of a thread, if the platform lists new comments of the whole account. */
  simulatedThread: number;
}>;

export const SIMULATED: SimulatedWaits = { simulatedReading: 3 * SECOND_MS, simulatedThread: 20 * SECOND_MS };

/** Injection token of the product's `SimulatedWaits`. */
export const SIMULATED_WAITS = Symbol('SimulatedWaits');

/** Test runs shorten these waits together with those of publishing. */
export const simulatedWaits = (env: NodeJS.ProcessEnv): SimulatedWaits =>
  shortenedTimes(SIMULATED, 'POSTHORN_PUBLISHING_TIMES', env);
