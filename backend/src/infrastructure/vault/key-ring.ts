import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';

const IV = 12;
const TAG = 16;

/** One secret with its own data key, which is encrypted with the ring’s key `kid`. */
export type EncryptedSecret = Readonly<{ kid: string; wrapped: Buffer; box: Buffer }>;
export type RingKey = Readonly<{ id: string; key: Buffer }>;

/** The key that encrypted a secret is missing from `ENCRYPTION_KEYS`. */
export class KeyIsMissing extends Error {
  override readonly name = 'KeyIsMissing';
}

/**
 * AES-256-GCM. The context is authenticated, so that a box that was copied to another row does not decrypt. Keys are key objects: creating one
 * from raw bytes takes three times as long as encrypting a comment.
 */
export function encrypt(key: KeyObject, plain: Buffer, context: string): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG }).setAAD(Buffer.from(context));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error when key, context or bytes are not those of `encrypt` */
export function decrypt(key: KeyObject, box: Buffer, context: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, IV), { authTagLength: TAG })
    .setAAD(Buffer.from(context))
    .setAuthTag(box.subarray(-TAG));
  const plain = decipher.update(box.subarray(IV, -TAG));
  // `final` returns no more bytes, but throws when the authentication fails.
  decipher.final();
  return plain;
}

/**
 * The operator’s master keys, newest first: the first encrypts, all decrypt. They are stored outside the database. Rotation adds a new key
 * at the front and rewraps each row (`KeyRotation`); the secrets themselves do not change.
 */
@Injectable()
export class KeyRing {
  readonly currentKeyId: string;
  /** The keys that only decrypt. */
  readonly olderKeyIds: readonly string[];
  readonly #keys: ReadonlyMap<string, KeyObject>;

  constructor(keys: readonly RingKey[]) {
    const newest = keys[0];
    if (!newest) throw new RangeError('A key ring holds at least one key.');
    this.currentKeyId = newest.id;
    this.olderKeyIds = keys.slice(1).map(({ id }) => id);
    this.#keys = new Map(keys.map(({ id, key }) => [id, createSecretKey(key)]));
  }

  has(id: string): boolean {
    return this.#keys.has(id);
  }

  /** `context` names the location of the secret, as `account:7:accessToken`. The secret decrypts only with the same context. */
  lock(secret: string, context: string): EncryptedSecret {
    return this.lockBytes(Buffer.from(secret), context);
  }

  /** @throws KeyIsMissing, or Error when the box belongs to another context or was changed */
  open(encrypted: EncryptedSecret, context: string): string {
    return this.openBytes(encrypted, context).toString();
  }

  lockBytes(secret: Buffer, context: string): EncryptedSecret {
    const dataKey = randomBytes(32);
    return { ...this.#wrap(dataKey, context), box: encrypt(createSecretKey(dataKey), secret, context) };
  }

  openBytes(encrypted: EncryptedSecret, context: string): Buffer {
    return decrypt(createSecretKey(this.#unwrap(encrypted, context)), encrypted.box, context);
  }

  /** Returns the same secret, wrapped with the newest key. */
  rewrap(encrypted: EncryptedSecret, context: string): EncryptedSecret {
    if (encrypted.kid === this.currentKeyId) return encrypted;
    return { ...this.#wrap(this.#unwrap(encrypted, context), context), box: encrypted.box };
  }

  #wrap(dataKey: Buffer, context: string) {
    const wrapped = encrypt(this.#keyOf(this.currentKeyId), dataKey, `dek:${context}`);
    return { kid: this.currentKeyId, wrapped };
  }

  #unwrap({ kid, wrapped }: EncryptedSecret, context: string): Buffer {
    return decrypt(this.#keyOf(kid), wrapped, `dek:${context}`);
  }

  #keyOf(id: string): KeyObject {
    const key = this.#keys.get(id);
    if (!key) throw new KeyIsMissing(`Encryption key ${id} is not in ENCRYPTION_KEYS.`);
    return key;
  }
}
