import type { Touched } from './projection.ts';

/** Readers use this port to announce that rows have changed. The live-update module implements it. */
export abstract class RowsChanged {
  /** `version` identifies this announcement; by default a new one is generated. */
  abstract publish(touched: readonly Touched[], version?: string): Promise<void>;
}
