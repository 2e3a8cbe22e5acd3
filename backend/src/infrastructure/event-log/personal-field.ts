import { createHmac, type KeyObject } from 'node:crypto';
import { NotStorableError, type JsonValue } from '@posthorn/event-sourcing/event-store';
import { seal, unseal } from '#infrastructure/vault/key-ring.ts';

/** What a reader sees where the key of a person has been destroyed. */
export const ERASED = '[erased]';

/** Whether a text at any depth is nothing but `[erased]`: such words are sent nowhere. */
export function hasErased(value: unknown): boolean {
  if (typeof value === 'string') return value === ERASED;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasErased);
}

// In Unicode mode a whole pair is one character, so only halves match.
const HALF_PAIR = /\p{Surrogate}/u;
const MARK = '$personal';
/** Which kind of value was locked, so that an erased one keeps its kind: string, array or object. */
type Kind = 's' | 'a' | 'o';
/** Index into `meta.subjects`, the encrypted bytes, the kind, the id of the key; the first releases stored no id. */
export type LockedField = Readonly<{ [MARK]: readonly [number, string, Kind, ...string[]] }>;

/** Of a box that holds `[]` or `{}`: that reads the same with a key and without, and many fields of posts are empty. */
const EMPTY_LENGTH = 40;

/** By the object, because each one serves thousands of fields. */
const keyIds = new WeakMap<KeyObject, string>();

/** Tells a person's key from one that was made again in its place: 12 characters that follow from the key and do not tell it. */
function keyIdOf(key: KeyObject): string {
  const known =
    keyIds.get(key) ?? createHmac('sha256', key).update('key id').digest('base64url').slice(0, 12);
  keyIds.set(key, known);
  return known;
}

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
  return { [MARK]: [index, seal(key, plain, place).toString('base64url'), kind, keyIdOf(key)] };
}

/**
 * `[erased]`, `[]` or `{}` when there is no key any more, or another one in its place.
 * An empty list or object is not opened, so that a changed byte in it shows in the chain alone.
 * @throws Error when the key is the right one and the bytes or their place are not
 */
export function openField(field: LockedField, key: KeyObject | undefined, place: string): JsonValue {
  const [, box, kind] = field[MARK];
  const plain = kind !== 's' && box.length === EMPTY_LENGTH ? undefined : key && unlock(field, key, place);
  if (plain === undefined) return kind === 's' ? ERASED : kind === 'a' ? [] : {};
  return kind === 's' ? plain : (JSON.parse(plain) as JsonValue);
}

function unlock(
  { [MARK]: [, box, , keyId] }: LockedField,
  key: KeyObject,
  place: string,
): string | undefined {
  if (box === '' || (keyId !== undefined && keyId !== keyIdOf(key))) return undefined;
  try {
    return unseal(key, Buffer.from(box, 'base64url'), place).toString();
  } catch (error) {
    if (keyId !== undefined) throw error;
    // Without an id nothing tells a changed byte from a key that was made again; the chain tells the former.
    return undefined;
  }
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
