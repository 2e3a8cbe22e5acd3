import { Client } from 'pg';

/** A sent statement: its text, and the values of its parameters. */
export type SentStatement = Readonly<{ text: string; values: readonly unknown[] }>;

const ASKS_FOR_ROWS = /^\s*\(?\s*(?:select|insert|update|delete|with)\b/iu;

/** Records each statement over rows that any client of this process sends: each text once, with its first values. */
export class SentStatements {
  readonly #query = Reflect.get(Client.prototype, 'query');
  readonly #kept = new Map<string, SentStatement>();

  constructor() {
    const send = this.#query;
    const keep = (asked: unknown, values: unknown): void => {
      this.#keep(asked, values);
    };
    Client.prototype.query = function (this: Client, ...asked: unknown[]) {
      keep(asked[0], asked[1]);
      return Reflect.apply(send, this, asked) as unknown;
    } as typeof Client.prototype.query;
  }

  /** Ends the recording. */
  end(): readonly SentStatement[] {
    Client.prototype.query = this.#query;
    return [...this.#kept.values()];
  }

  #keep(asked: unknown, more: unknown): void {
    const { text, values = more } = (typeof asked === 'string' ? { text: asked } : asked) as {
      text?: unknown;
      values?: unknown;
    };
    if (typeof text !== 'string' || !ASKS_FOR_ROWS.test(text) || this.#kept.has(text)) return;
    this.#kept.set(text, { text, values: Array.isArray(values) ? (values as unknown[]) : [] });
  }
}
