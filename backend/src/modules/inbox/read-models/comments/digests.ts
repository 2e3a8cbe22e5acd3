import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PersonalKeys } from '#infrastructure/event-log/personal-keys.ts';

/** What the digest is used for. The same text has different digests for different uses. */
type Use = 'key' | 'remote' | 'author' | 'text' | 'reply';
export type Digest = (use: Use, ...parts: readonly (string | number)[]) => string;

/**
 * Recognises authors, words and ids without storing them: HMAC with the owner's own key.
 * Digests mean nothing to a reader of the database, stay the same after a restore, and end with the owner's erasure.
 */
@Injectable()
export class Digests {
  constructor(private readonly keys: PersonalKeys) {}

  /** Null: the owner was erased. */
  async digestOf(ownerId: string): Promise<Digest | null> {
    const key = await this.keys.forWriting(ownerId);
    if (!key) return null;
    // 128 bits.
    return (use, ...parts) =>
      createHmac('sha256', key)
        .update(JSON.stringify(['inbox', use, ...parts]))
        .digest('base64url')
        .slice(0, 22);
  }
}
