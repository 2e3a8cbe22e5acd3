import { createHmac, type KeyObject } from 'node:crypto';
import { NotStorableError, type JsonValue } from '@posthorn/event-sourcing/event-store';
import { encrypt, decrypt } from '#infrastructure/vault/key-ring.ts';

/** What a reader sees when the person’s key has been destroyed. */
export const ERASED = '[erased]';

/** Whether any text in the value is exactly `[erased]`. Such a text must not be sent anywhere. */
export function hasErased(value: unknown): boolean {
  if (typeof value === 'string') return value === ERASED;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasErased);
}

// In Unicode mode a whole pair is one character, so only lone surrogates match.
const LONE_SURROGATE = /\p{Surrogate}/u;
const MARK = '$personal';
/** The kind of value that was encrypted, so that an erased one keeps its kind: string, array or object. */
type Kind = 's' | 'a' | 'o';
/** Index into `meta.subjects`, the encrypted bytes, the kind, the id of the key. The first releases stored no id. */
export type LockedField = Readonly<{ [MARK]: readonly [number, string, Kind, ...string[]] }>;

/** Length of an encrypted `[]` or `{}`. These read the same with and without a key, and many fields of posts are empty. */
const EMPTY_LENGTH = 40;

/** Cached by key object, because each key decrypts thousands of fields. */
const keyIds = new WeakMap<KeyObject, string>();

/** Distinguishes a person’s key from a later one for the same person: 12 characters derived from the key that do not reveal it. */
function keyIdOf(key: KeyObject): string {
  const keyId =
    keyIds.get(key) ?? createHmac('sha256', key).update('key id').digest('base64url').slice(0, 12);
  keyIds.set(key, keyId);
  return keyId;
}

/** A string, array or object. Numbers, booleans and null reveal no personal text and stay unencrypted. */
export function kindOf(value: unknown): Kind | undefined {
  if (typeof value === 'string') return 's';
  if (Array.isArray(value)) return 'a';
  return typeof value === 'object' && value !== null ? 'o' : undefined;
}

export function isLocked(value: JsonValue | undefined): value is LockedField {
  return typeof value === 'object' && value !== null && MARK in value;
}

/** `key` is null if the person’s key was destroyed: then only the kind is stored. */
export function lockField(
  value: JsonValue,
  kind: Kind,
  key: KeyObject | null,
  index: number,
  encryptionContext: string,
): LockedField {
  if (!key) return { [MARK]: [index, '', kind] };
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  checkReadable(value);
  const plain = Buffer.from(text);
  return {
    [MARK]: [index, encrypt(key, plain, encryptionContext).toString('base64url'), kind, keyIdOf(key)],
  };
}

/**
 * `[erased]`, `[]` or `{}` when the key is destroyed or was replaced. An empty list or object is not decrypted, so only the hash chain
 * shows a changed byte in it.
 * @throws Error when the key is right, but the bytes or the encryption context are wrong
 */
export function openField(
  field: LockedField,
  key: KeyObject | undefined,
  encryptionContext: string,
): JsonValue {
  const [, box, kind] = field[MARK];
  const plain =
    kind !== 's' && box.length === EMPTY_LENGTH ? undefined : key && unlock(field, key, encryptionContext);
  if (plain === undefined) return kind === 's' ? ERASED : kind === 'a' ? [] : {};
  return kind === 's' ? plain : (JSON.parse(plain) as JsonValue);
}

function unlock(
  { [MARK]: [, box, , keyId] }: LockedField,
  key: KeyObject,
  encryptionContext: string,
): string | undefined {
  if (box === '' || (keyId !== undefined && keyId !== keyIdOf(key))) return undefined;
  try {
    return decrypt(key, Buffer.from(box, 'base64url'), encryptionContext).toString();
  } catch (error) {
    if (keyId !== undefined) throw error;
    // Without an id, a changed byte and a replaced key look the same here. The hash chain reveals a changed byte.
    return undefined;
  }
}

export const subjectIndexOf = ({ [MARK]: [index] }: LockedField): number => index;

/** The log accepts any bytes, but a row of a read model does not: such a text would stop its projection. */
function checkReadable(value: JsonValue): void {
  if (typeof value === 'string') {
    if (value.includes('\u0000') || LONE_SURROGATE.test(value)) {
      throw new NotStorableError('A text holds a character that cannot be stored');
    }
  } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(checkReadable);
}
