import { Client } from 'pg';

/** A sent statement: its text, the values of its parameters, and the name under which the session keeps its plan. */
export type SentStatement = Readonly<{ text: string; values: readonly unknown[]; name: string | null }>;

const IS_ROW_STATEMENT = /^\s*\(?\s*(?:select|insert|update|delete|with)\b/iu;

/** Records the statements about rows that clients of this process send: each text once, with its first values. */
export class SentStatements {
  readonly #query = Reflect.get(Client.prototype, 'query');
  readonly #recorded = new Map<string, SentStatement>();

  constructor() {
    const send = this.#query;
    const record = (query: unknown, values: unknown): void => {
      this.#record(query, values);
    };
    Client.prototype.query = function (this: Client, ...parameters: unknown[]) {
      record(parameters[0], parameters[1]);
      return Reflect.apply(send, this, parameters) as unknown;
    } as typeof Client.prototype.query;
  }

  /** Ends the recording. */
  end(): readonly SentStatement[] {
    Client.prototype.query = this.#query;
    return [...this.#recorded.values()];
  }

  #record(query: unknown, extra: unknown): void {
    const {
      text,
      values = extra,
      name,
    } = (typeof query === 'string' ? { text: query } : query) as Readonly<
      Partial<Record<'text' | 'values' | 'name', unknown>>
    >;
    if (typeof text !== 'string' || !IS_ROW_STATEMENT.test(text) || this.#recorded.has(text)) return;
    this.#recorded.set(text, {
      text,
      values: Array.isArray(values) ? (values as unknown[]) : [],
      name: typeof name === 'string' ? name : null,
    });
  }
}
