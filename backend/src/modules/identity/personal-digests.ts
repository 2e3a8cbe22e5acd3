import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { KeyRing } from '#infrastructure/vault/key-ring.ts';
import type { SealedTable } from '#infrastructure/vault/sealed-tables.ts';

const PEPPER = 'address-digest';

/** Each is locked under its own name. */
export const IDENTITY_SECRETS: SealedTable = {
  name: 'identity.secret',
  key: { column: 'name', type: 'text' },
  contextOf: ({ name = '' }) => name,
};

type SecretRow = { kid: string; wrapped: Buffer; box: Buffer };

/** Recognises what is known of a person (an address, an id elsewhere) without keeping it. */
@Injectable()
export class PersonalDigests {
  #pepper: Promise<Buffer> | undefined;

  constructor(
    private readonly pool: Pool,
    private readonly ring: KeyRing,
  ) {}

  /** The same for the same text, for ever; useless without the operator's key. */
  async of(text: string): Promise<Buffer> {
    // A failure is not remembered: the database may have been away.
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
    await this.pool.query(
      'insert into identity.secret (name, kid, wrapped, box) values ($1, $2, $3, $4) on conflict do nothing',
      [PEPPER, fresh.kid, fresh.wrapped, fresh.box],
    );
    const { rows } = await this.pool.query<SecretRow>(
      'select kid, wrapped, box from identity.secret where name = $1',
      [PEPPER],
    );
    const [sealed] = rows;
    if (!sealed) throw new Error('The secret behind the digests is missing.');
    return this.ring.openBytes(sealed, PEPPER);
  }
}
