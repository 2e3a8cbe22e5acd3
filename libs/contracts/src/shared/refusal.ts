import { ERROR_CODES, type ErrorCode } from './error-codes.ts';
import type { FieldCodes } from './field-sentences.ts';
import type { SaidValues } from './said.ts';

export type Fields = Readonly<Record<string, string>>;

/** A business rule refused a request. The HTTP filter responds with `status` and `code`. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  /** One sentence for each wrong part of the request. Absent if the message is enough. */
  readonly fields: Fields | undefined;
  /** The codes of sentences in `fields` that no table has, because they consist of several sentences. */
  readonly fieldCodes: FieldCodes = {};
  /** The names and figures in the message. */
  readonly values: SaidValues | undefined;
  /** Further fields of the response body. */
  readonly members: Readonly<Record<string, unknown>> = {};

  constructor(code: ErrorCode, message: string, fields?: Fields, values?: SaidValues) {
    super(message);
    this.name = new.target.name;
    this.code = code;
    this.fields = fields;
    this.values = values;
  }

  get status(): number {
    return ERROR_CODES[this.code][0];
  }
}

type Refusal<Args extends readonly unknown[]> = new (...args: Args) => DomainError;
type Said<Args extends readonly unknown[], Value> = Value | ((...args: Args) => Value);

/**
 * Declares an error: `class TimeIsPast extends refusal('scheduling.time-is-past', POST_TEXT.timePast) {}`. If the sentence or the
 * fields depend on something, a function creates them. The constructor then has the parameters of this function.
 */
export function refusal(code: ErrorCode, message: string, fields?: Fields): Refusal<[]>;
export function refusal<Args extends readonly unknown[]>(
  code: ErrorCode,
  message: Said<Args, string>,
  fields?: Said<Args, Fields>,
  values?: (...args: Args) => SaidValues,
): Refusal<Args>;
export function refusal<Args extends readonly unknown[]>(
  code: ErrorCode,
  message: Said<Args, string>,
  fields?: Said<Args, Fields>,
  values?: (...args: Args) => SaidValues,
): Refusal<Args> {
  return class extends DomainError {
    constructor(...args: Args) {
      super(
        code,
        typeof message === 'function' ? message(...args) : message,
        typeof fields === 'function' ? fields(...args) : fields,
        values?.(...args),
      );
    }
  };
}
