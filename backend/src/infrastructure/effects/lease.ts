/** A row that this process holds while it is worked on. The loop renews it; whoever lost it does nothing more. */
export class Lease<Row> {
  #lost = false;
  #row: Row;

  constructor(row: Row) {
    this.#row = row;
  }

  get row(): Row {
    return this.#row;
  }

  /** Something about the row was not known when it was claimed. */
  update(changes: Partial<Row>): void {
    this.#row = { ...this.#row, ...changes };
  }

  get lost(): boolean {
    return this.#lost;
  }

  lose(): void {
    this.#lost = true;
  }
}
