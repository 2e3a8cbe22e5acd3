import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { OneLineError } from '#infrastructure/config/one-line-error.ts';
import { writeFirst } from '#infrastructure/database/whole-file.ts';
import { KeyRing, type RingKey } from './key-ring.ts';

const FORM = 'write id:base64 of 32 random bytes, newest first, separated by commas';

/** Reads `ENCRYPTION_KEYS`, or the key file. The file is created on first use, and only its owner can read it. */
export function readKeyRing(encryptionKeys: string | null, file: string): KeyRing {
  if (encryptionKeys !== null) return new KeyRing(parseKeys(encryptionKeys, 'ENCRYPTION_KEYS'));
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    // A file that was lost and created again on the same day must not get the same key id.
    const id = `k${new Date().toISOString().slice(0, 10).replaceAll('-', '')}-${randomBytes(3).toString('hex')}`;
    // A power cut must not lose a key that has already encrypted a row.
    writeFirst(file, `${id}:${randomBytes(32).toString('base64')}\n`);
  }
  return new KeyRing(parseKeys(readFileSync(file, 'utf8'), file));
}

/** @throws OneLineError that never shows a key */
export function parseKeys(text: string, source: string): RingKey[] {
  const keys = text
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map((entry) => {
      const cut = entry.indexOf(':');
      const id = entry.slice(0, Math.max(cut, 0));
      const key = Buffer.from(entry.slice(cut + 1), 'base64');
      if (!/^[\w.-]{1,40}$/.test(id))
        throw new OneLineError(`${source} has an entry without an id: ${FORM}.`);
      if (key.length !== 32) throw new OneLineError(`${source}: key ${id} is not 32 bytes long: ${FORM}.`);
      return { id, key };
    });
  if (keys.length === 0) throw new OneLineError(`${source} holds no key: ${FORM}.`);
  if (new Set(keys.map(({ id }) => id)).size < keys.length) {
    throw new OneLineError(`${source} has the same id twice: ${FORM}.`);
  }
  return keys;
}
