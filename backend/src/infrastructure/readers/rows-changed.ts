import type { Touched } from './projection.ts';

/** Readers announce here that rows have changed. The live updates fill this port. */
export abstract class RowsChanged {
  /** `version` names this announcement; without it a new one is made. */
  abstract publish(touched: readonly Touched[], version?: string): Promise<void>;
}
