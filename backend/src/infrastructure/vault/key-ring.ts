import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';

const IV = 12;
const TAG = 16;

/** One secret with a data key of its own, which is wrapped by the ring's key `kid`. */
export type Sealed = Readonly<{ kid: string; wrapped: Buffer; box: Buffer }>;
export type RingKey = Readonly<{ id: string; key: Buffer }>;

/** The key that wrapped a secret is not in `ENCRYPTION_KEYS` any more. */
export class KeyIsMissing extends Error {
  override readonly name = 'KeyIsMissing';
}

/**
 * AES-256-GCM; the context is authenticated, so that a box copied elsewhere does not open there. Keys are key objects: a cipher
 * that gets raw bytes spends three times as long on making one of them as on the words of a comment.
 */
export function seal(key: KeyObject, plain: Buffer, context: string): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG }).setAAD(Buffer.from(context));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error when key, context or bytes are not those of `seal` */
export function unseal(key: KeyObject, box: Buffer, context: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, IV), { authTagLength: TAG })
    .setAAD(Buffer.from(context))
    .setAuthTag(box.subarray(-TAG));
  const plain = decipher.update(box.subarray(IV, -TAG));
  // Nothing more comes out of this cipher, but this is what throws.
  decipher.final();
  return plain;
}

/**
 * The operator's master keys, newest first: the first locks, all of them open. They are kept outside the database.
 * Rotation puts a new key in front and rewraps each row (`KeyRotation`); the secrets themselves are never touched.
 */
@Injectable()
export class KeyRing {
  readonly currentKeyId: string;
  /** Those that only open. */
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

  /** `context` names the place of the secret, as `account:7:accessToken`: it opens nowhere else. */
  lock(secret: string, context: string): Sealed {
    return this.lockBytes(Buffer.from(secret), context);
  }

  /** @throws KeyIsMissing, or Error when the box belongs to another place or was changed */
  open(sealed: Sealed, context: string): string {
    return this.openBytes(sealed, context).toString();
  }

  lockBytes(secret: Buffer, context: string): Sealed {
    const dataKey = randomBytes(32);
    return { ...this.#wrap(dataKey, context), box: seal(createSecretKey(dataKey), secret, context) };
  }

  openBytes(sealed: Sealed, context: string): Buffer {
    return unseal(createSecretKey(this.#unwrap(sealed, context)), sealed.box, context);
  }

  /** The same secret under the newest key. */
  rewrap(sealed: Sealed, context: string): Sealed {
    if (sealed.kid === this.currentKeyId) return sealed;
    return { ...this.#wrap(this.#unwrap(sealed, context), context), box: sealed.box };
  }

  #wrap(dataKey: Buffer, context: string) {
    const wrapped = seal(this.#keyOf(this.currentKeyId), dataKey, `dek:${context}`);
    return { kid: this.currentKeyId, wrapped };
  }

  #unwrap({ kid, wrapped }: Sealed, context: string): Buffer {
    return unseal(this.#keyOf(kid), wrapped, `dek:${context}`);
  }

  #keyOf(id: string): KeyObject {
    const key = this.#keys.get(id);
    if (!key) throw new KeyIsMissing(`Encryption key ${id} is not in ENCRYPTION_KEYS.`);
    return key;
  }
}
