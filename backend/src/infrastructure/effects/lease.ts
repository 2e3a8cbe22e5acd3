/** A row that this process holds while it is worked on. The loop renews it; whoever lost it does nothing more. */
export class Lease<Row> {
  #lost = false;
  #row: Row;

  /** @param isHeld asks the table whether it is still held, and makes it last anew */
  constructor(
    row: Row,
    private readonly isHeld: () => Promise<boolean> = () => Promise.resolve(true),
  ) {
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

  /** Whether this process still holds it, which it then does for its whole length from now. */
  async confirm(): Promise<boolean> {
    return !this.#lost && (await this.isHeld());
  }

  lose(): void {
    this.#lost = true;
  }
}
