import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PersonalKeys } from '#infrastructure/event-log/personal-keys.ts';

/** The purpose of a digest. The same text has different digests for different purposes. */
type Use = 'key' | 'remote' | 'author' | 'text' | 'reply';
export type Digest = (use: Use, ...parts: readonly (string | number)[]) => string;

/**
 * Computes digests that identify authors, texts and ids without storing them: an HMAC with the key of the owner. A person who reads the
 * database learns nothing from digests. They stay the same after a restore. After the owner's erasure, the product cannot compute them.
 */
@Injectable()
export class Digests {
  constructor(private readonly keys: PersonalKeys) {}

  /** Returns the digest function of an owner; null: the owner was erased. */
  async digestOf(ownerId: string): Promise<Digest | null> {
    const key = await this.keys.forWriting(ownerId);
    if (!key) return null;
    // 22 characters of base64 contain 128 bits.
    return (use, ...parts) =>
      createHmac('sha256', key)
        .update(JSON.stringify(['inbox', use, ...parts]))
        .digest('base64url')
        .slice(0, 22);
  }
}
