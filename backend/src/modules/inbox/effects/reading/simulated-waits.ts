import { shortenedTimes } from '#infrastructure/effects/shortened-times.ts';

/** In the sandbox nobody counts calls, and whoever tries something there waits for it. In milliseconds. */
export type SimulatedWaits = Readonly<{
  /** From one reading of an account to the next. */
  simulatedReading: number;
  /** From one reading of a thread to the next, where the account lists what is new in all of them. */
  simulatedThread: number;
}>;

const SECOND = 1_000;
export const SIMULATED: SimulatedWaits = { simulatedReading: 3 * SECOND, simulatedThread: 20 * SECOND };

/** Injection token of the product's `SimulatedWaits`. */
export const SIMULATED_WAITS = Symbol('SimulatedWaits');

/** Test runs shorten them together with those of publishing. */
export const simulatedWaits = (env: NodeJS.ProcessEnv): SimulatedWaits =>
  shortenedTimes(SIMULATED, 'POSTHORN_PUBLISHING_TIMES', env);
