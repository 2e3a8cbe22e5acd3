import type { DueRow } from './due-rows.ts';

/** A claimed row while it is worked on. The loop renews the lease; whoever lost it does nothing more. */
export class ClaimedTarget {
  #lost = false;

  constructor(readonly row: DueRow) {}

  get lost(): boolean {
    return this.#lost;
  }

  lose(): void {
    this.#lost = true;
  }
}
