import { isBlank, textLength } from '@posthorn/contracts/shared/text';

export type Check<Value> = (value: Value) => string | true;

export const required =
  (message: string): Check<string | readonly unknown[]> =>
  (value) =>
    (typeof value === 'string' ? !isBlank(value) : value.length > 0) || message;

export const maxText =
  (max: number, message: string): Check<string> =>
  (value) =>
    textLength(value) <= max || message;

export const pattern =
  (shape: RegExp, message: string): Check<string> =>
  (value) =>
    shape.test(value.trim()) || message;

/** Combines checks. Returns the message of the first failed check, else true. */
export const first =
  <Value>(...checks: Check<Value>[]): Check<Value> =>
  (value) =>
    checks.map((check) => check(value)).find((result) => result !== true) ?? true;
