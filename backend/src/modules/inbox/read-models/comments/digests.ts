import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PersonalKeys } from '#infrastructure/event-log/personal-keys.ts';

/** What is told by a digest; the same text gives another one for another use. */
type Use = 'key' | 'remote' | 'author' | 'text' | 'reply';
export type Digest = (use: Use, ...parts: readonly (string | number)[]) => string;

/**
 * Knows authors, words and ids again without keeping them: HMAC under the owner's own key, so that digests mean nothing to
 * whoever reads the database, are the same after a restore, and end with the owner's erasure.
 */
@Injectable()
export class Digests {
  constructor(private readonly keys: PersonalKeys) {}

  /** Null: the owner was erased. */
  async of(ownerId: string): Promise<Digest | null> {
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
