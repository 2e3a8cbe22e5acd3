import type { Touched } from './projection.ts';

/** Readers announce here that rows have changed. The live-update module implements this port. */
export abstract class RowsChanged {
  /** `version` identifies this announcement; by default a new one is generated. */
  abstract publish(touched: readonly Touched[], version?: string): Promise<void>;
}
