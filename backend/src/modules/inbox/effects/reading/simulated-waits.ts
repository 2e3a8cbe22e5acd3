import { shortenedTimes } from '#infrastructure/effects/shortened-times.ts';

/** Waits in the sandbox, in milliseconds. The sandbox has no limit of calls, and people who try it should not wait long. */
export type SimulatedWaits = Readonly<{
  /** The milliseconds between two readings of an account. */
  simulatedReading: number;
  /** The milliseconds between two readings of a thread, if the platform lists new comments of the whole account. */
  simulatedThread: number;
}>;

const SECOND = 1_000;
export const SIMULATED: SimulatedWaits = { simulatedReading: 3 * SECOND, simulatedThread: 20 * SECOND };

/** Injection token of the product's `SimulatedWaits`. */
export const SIMULATED_WAITS = Symbol('SimulatedWaits');

/** Test runs shorten these waits together with those of publishing. */
export const simulatedWaits = (env: NodeJS.ProcessEnv): SimulatedWaits =>
  shortenedTimes(SIMULATED, 'POSTHORN_PUBLISHING_TIMES', env);
