import { createHmac, randomBytes } from 'node:crypto';
import { EntityManager, type InferKyselyDB } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { KeyRing } from './key-ring.ts';
import type { EncryptedTable } from './encrypted-tables.ts';
import type { PersonalSecretEntity } from './personal-secret.entity.ts';

const PEPPER = 'address-digest';

/** The product’s secrets for personal data. Each is encrypted with its own name as the context. */
export const PERSONAL_SECRETS: EncryptedTable = {
  name: 'identity.secret',
  key: { column: 'name', type: 'text' },
  contextOf: ({ name = '' }) => name,
};

/** Recognises a known value of a person (an e-mail address, an id in another system) without storing the value. */
@Injectable()
export class PersonalDigests {
  #pepper: Promise<Buffer> | undefined;

  constructor(
    private readonly em: EntityManager,
    private readonly ring: KeyRing,
  ) {}

  /** Returns the same digest for the same text. The digest is useless without the operator’s key. */
  async digestOf(text: string): Promise<Buffer> {
    // A failure is not cached: the database may have been unavailable.
    this.#pepper ??= this.#loadPepper().catch((error: unknown) => {
      this.#pepper = undefined;
      throw error;
    });
    return createHmac('sha256', await this.#pepper)
      .update(text)
      .digest();
  }

  async #loadPepper(): Promise<Buffer> {
    const fresh = this.ring.lockBytes(randomBytes(32), PEPPER);
    const db = this.em.getKysely<InferKyselyDB<typeof PersonalSecretEntity>>();
    await db
      .insertInto('identity.secret')
      .values({ name: PEPPER, ...fresh })
      .onConflict((taken) => taken.doNothing())
      .execute();
    const encrypted = await db
      .selectFrom('identity.secret')
      .select(['kid', 'wrapped', 'box'])
      .where('name', '=', PEPPER)
      .executeTakeFirst();
    if (!encrypted) throw new Error('The secret for personal digests is missing from the database.');
    return this.ring.openBytes(encrypted, PEPPER);
  }
}
