/** A row that this process has leased for its work. The loop renews the lease. A process that lost the lease does no more work on the row. */
export class Lease<Row> {
  #lost = false;
  #row: Row;

  /** @param isHeld asks the table whether the lease is still held, and renews it */
  constructor(
    row: Row,
    private readonly isHeld: () => Promise<boolean> = () => Promise.resolve(true),
  ) {
    this.#row = row;
  }

  get row(): Row {
    return this.#row;
  }

  /** Adds data about the row that the claim did not read. */
  update(changes: Partial<Row>): void {
    this.#row = { ...this.#row, ...changes };
  }

  get lost(): boolean {
    return this.#lost;
  }

  /** Whether this process still holds the row. If so, the lease lasts its full length from now. */
  async confirm(): Promise<boolean> {
    return !this.#lost && (await this.isHeld());
  }

  lose(): void {
    this.#lost = true;
  }
}
