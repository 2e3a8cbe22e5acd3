import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { KeyIsMissing, KeyRing } from './key-ring.ts';
import { parseKeys, readKeyRing } from './read-keys.ts';

const key = (id: string) => ({ id, key: randomBytes(32) });
const old = key('2029');
const fresh = key('2030');
const context = 'account:7:accessToken';

it('decrypts what it encrypted, in the same context only', () => {
  const ring = new KeyRing([fresh]);
  const encrypted = ring.lock('a token', context);
  expect(encrypted.kid).toBe('2030');
  expect(ring.open(encrypted, context)).toBe('a token');
  expect(() => ring.open(encrypted, 'account:8:accessToken')).toThrow();
});
it('refuses to decrypt after a byte has changed', () => {
  const ring = new KeyRing([fresh]);
  const encrypted = ring.lock('a token', context);
  const box = Buffer.from(encrypted.box);
  box.writeUInt8(box.readUInt8(14) ^ 1, 14);
  expect(() => ring.open({ ...encrypted, box }, context)).toThrow();
});
it('encrypts the same secret differently each time', () => {
  const ring = new KeyRing([fresh]);
  expect(ring.lock('a token', context).box).not.toEqual(ring.lock('a token', context).box);
});
it('rewraps a secret with the newest key without changing its ciphertext', () => {
  const encrypted = new KeyRing([old]).lock('a token', context);
  const ring = new KeyRing([fresh, old]);
  const moved = ring.rewrap(encrypted, context);
  expect(moved.box).toBe(encrypted.box);
  expect(moved.kid).toBe('2030');
  expect(new KeyRing([fresh]).open(moved, context)).toBe('a token');
  expect(ring.rewrap(moved, context)).toBe(moved);
});
it('reports the id of a missing key, and reveals no key', () => {
  const encrypted = new KeyRing([old]).lock('a token', context);
  expect(() => new KeyRing([fresh]).open(encrypted, context)).toThrow(
    new KeyIsMissing('Encryption key 2029 is not in ENCRYPTION_KEYS.'),
  );
});
it('reads keys from the variable, newest first', () => {
  const text = [fresh, old].map(({ id, key: bytes }) => `${id}:${bytes.toString('base64')}`).join(',');
  expect(parseKeys(text, 'ENCRYPTION_KEYS')).toEqual([fresh, old]);
});
it.each(['', 'nokey', 'k:dG9vIHNob3J0', `k:${'A'.repeat(43)}=,k:${'A'.repeat(43)}=`])(
  'refuses the keys %j',
  (text) => {
    expect(() => parseKeys(text, 'ENCRYPTION_KEYS')).toThrow(/ENCRYPTION_KEYS/);
  },
);
it('creates a key file once, readable by its owner only', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-keys-'));
  const file = join(folder, 'keys', 'encryption-keys');
  const encrypted = readKeyRing(null, file).lock('a token', context);
  expect(existsSync(file)).toBe(true);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readKeyRing(null, file).open(encrypted, context)).toBe('a token');
  await rm(folder, { recursive: true });
});
