import type { KeyObject } from 'node:crypto';
import { NotStorableError, type JsonValue } from '@posthorn/event-sourcing/event-store';
import { seal, unseal } from '../vault/key-ring.ts';

/** What a reader sees where the key of a person has been destroyed. */
export const ERASED = '[erased]';

// In Unicode mode a whole pair is one character, so only halves match.
const HALF_PAIR = /\p{Surrogate}/u;
const MARK = '$personal';
/** Which kind of value was locked, so that an erased one keeps its kind: string, array or object. */
type Kind = 's' | 'a' | 'o';
/** Index into `meta.subjects`, the encrypted bytes, the kind. */
export type LockedField = Readonly<{ [MARK]: readonly [number, string, Kind] }>;

/** A string, array or object. Numbers, booleans and null say nothing about a person's words and stay as they are. */
export function kindOf(value: unknown): Kind | undefined {
  if (typeof value === 'string') return 's';
  if (Array.isArray(value)) return 'a';
  return typeof value === 'object' && value !== null ? 'o' : undefined;
}

export function isLocked(value: JsonValue | undefined): value is LockedField {
  return typeof value === 'object' && value !== null && MARK in value;
}

/** `key` is null when it has been destroyed: nothing is stored then but the kind. */
export function lockField(
  value: JsonValue,
  kind: Kind,
  key: KeyObject | null,
  index: number,
  place: string,
): LockedField {
  if (!key) return { [MARK]: [index, '', kind] };
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  checkReadable(value);
  const plain = Buffer.from(text);
  return { [MARK]: [index, seal(key, plain, place).toString('base64url'), kind] };
}

/** `[erased]`, `[]` or `{}` when there is no key any more. */
export function openField(
  { [MARK]: [, box, kind] }: LockedField,
  key: KeyObject | undefined,
  place: string,
): JsonValue {
  if (!key || box === '') return kind === 's' ? ERASED : kind === 'a' ? [] : {};
  const plain = unseal(key, Buffer.from(box, 'base64url'), place).toString();
  return kind === 's' ? plain : (JSON.parse(plain) as JsonValue);
}

export const subjectIndexOf = ({ [MARK]: [index] }: LockedField): number => index;

/** The log would take any bytes, but a row of a read model does not: one such text would stop its projection. */
function checkReadable(value: JsonValue): void {
  if (typeof value === 'string') {
    if (value.includes('\u0000') || HALF_PAIR.test(value)) {
      throw new NotStorableError('A text holds a character that cannot be stored');
    }
  } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(checkReadable);
}
