import { isObject, type JsonRecord } from '../http/json.ts';
import { invalidParameter, missingParameter, unknownParameter } from './stripe-refusal.ts';

/** Parses `a[b][0]=c` as Stripe does: objects and lists of texts. */
export function readForm(text: string): JsonRecord {
  const form: JsonRecord = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/[^[\]]+|\[\]/g)].map(([part]) => part);
    put(form, path, value);
  }
  return asLists(form) as JsonRecord;
}

function put(into: JsonRecord, [head = '', ...rest]: readonly string[], value: string): void {
  const key = head === '[]' ? String(Object.keys(into).length) : head;
  if (rest.length === 0) {
    define(into, key, value);
    return;
  }
  const inner = Object.hasOwn(into, key) ? into[key] : undefined;
  const next = isObject(inner) ? inner : {};
  define(into, key, next);
  put(next, rest, value);
}

/** Defines only own properties, so that `__proto__` is treated like any other name. */
const define = (into: JsonRecord, key: string, value: unknown): void => {
  Object.defineProperty(into, key, { value, enumerable: true, writable: true, configurable: true });
};

function asLists(value: unknown): unknown {
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index));
  if (isList) return entries.map(([, inner]) => asLists(inner));
  return Object.fromEntries(entries.map(([key, inner]) => [key, asLists(inner)]));
}

/** The parameters of a call: `true` for a value or a list of values, `'any'` for any content, an object for nested fields. */
export type TakenParameters = Readonly<{ [name: string]: true | 'any' | TakenParameters }>;

/** Fields that accept one number instead of a range. */
const RANGES = ['created'];

/** @throws Refusal 400 for the first parameter that the call does not know */
export function refuseUnknown(given: JsonRecord, taken: TakenParameters, path = ''): void {
  for (const [name, value] of Object.entries(given)) {
    const param = path === '' ? name : `${path}[${name}]`;
    const rule = Object.hasOwn(taken, name) ? taken[name] : undefined;
    if (rule === undefined) throw unknownParameter(param);
    if (rule === 'any') continue;
    const inner = Array.isArray(value) ? value : [value];
    for (const [index, one] of inner.entries()) {
      const at = Array.isArray(value) ? `${param}[${String(index)}]` : param;
      if (rule === true) {
        if (isObject(one)) throw invalidParameter(at, `Invalid value for ${at}.`);
      } else if (isObject(one)) refuseUnknown(one, rule, at);
      else if (one !== '' && !RANGES.includes(name)) throw invalidParameter(at, `Invalid object`);
    }
  }
}

/** The checked parameters of one call. */
export class GivenParameters {
  readonly fields: JsonRecord;

  constructor(fields: JsonRecord) {
    this.fields = fields;
  }

  has(name: string): boolean {
    return this.fields[name] !== undefined;
  }

  /** Null when the parameter is absent or empty. An empty text unsets a field. */
  text(name: string): string | null {
    const value = this.fields[name];
    return typeof value === 'string' && value !== '' ? value : null;
  }

  /** @throws Refusal */
  needed(name: string): string {
    const value = this.text(name);
    if (value === null) throw missingParameter(name);
    return value;
  }

  /** @throws Refusal */
  whole(name: string): number | null {
    const value = this.text(name);
    if (value === null) return null;
    if (!/^-?\d{1,15}$/.test(value)) throw invalidParameter(name, `Invalid integer: ${value}`);
    return Number(value);
  }

  /** @throws Refusal */
  flag(name: string): boolean | null {
    const value = this.text(name);
    if (value === null) return null;
    if (value !== 'true' && value !== 'false') throw invalidParameter(name, `Invalid boolean: ${value}`);
    return value === 'true';
  }

  /** @throws Refusal when the value is not one of these options */
  oneOf<Word extends string>(name: string, words: readonly Word[]): Word | null {
    const value = this.text(name);
    if (value === null) return null;
    const word = words.find((each) => each === value);
    if (word === undefined)
      throw invalidParameter(name, `Invalid ${name}: must be one of ${words.join(', ')}`);
    return word;
  }

  texts(name: string): readonly string[] {
    const value = this.fields[name];
    return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
  }

  inner(name: string): GivenParameters {
    const value = this.fields[name];
    return new GivenParameters(isObject(value) ? value : {});
  }

  list(name: string): readonly GivenParameters[] {
    const value = this.fields[name];
    return Array.isArray(value) ? value.filter(isObject).map((one) => new GivenParameters(one)) : [];
  }

  /** Merges metadata: an empty value removes a key, empty metadata removes all keys. */
  metadata(before: Readonly<Record<string, string>> = {}): Record<string, string> {
    if (this.fields['metadata'] === '') return {};
    const changed = { ...before, ...this.inner('metadata').fields };
    return Object.fromEntries(
      Object.entries(changed).filter((pair): pair is [string, string] => pair[1] !== ''),
    );
  }
}
