import type { DueRow } from './due-rows.ts';

/** A claimed row while it is worked on. The loop renews the lease; whoever lost it does nothing more. */
export class ClaimedTarget {
  #lost = false;
  #row: DueRow;

  constructor(row: DueRow) {
    this.#row = row;
  }

  get row(): DueRow {
    return this.#row;
  }

  /** Where its account lives was not known when it was claimed. */
  livesOn(server: string): void {
    this.#row = { ...this.#row, server };
  }

  get lost(): boolean {
    return this.#lost;
  }

  lose(): void {
    this.#lost = true;
  }
}
