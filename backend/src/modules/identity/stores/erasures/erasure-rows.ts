import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { KeyRing, type EncryptedSecret } from '#infrastructure/vault/key-ring.ts';
import type { EncryptedTable } from '#infrastructure/vault/encrypted-tables.ts';

const contextOf = (userId: string): string => `erasure:${userId}`;

export const ERASURE_ROWS: EncryptedTable = {
  name: 'identity.erasure',
  key: { column: 'user_id', type: 'text' },
  contextOf: ({ user_id: userId = '' }) => contextOf(userId),
};

/** Stores the erasures that are not complete. Each row contains the encrypted address for the last mail: all other copies are erased. */
@Injectable()
export class ErasureRows {
  constructor(
    private readonly database: Pool,
    private readonly ring: KeyRing,
  ) {}

  /** Adds a row. Does not change an existing row. `email`: null if the user has no address. */
  async add(userId: string, email: string | null): Promise<void> {
    const { kid, wrapped, box } = this.ring.lock(JSON.stringify({ email }), contextOf(userId));
    await this.database.query(
      `insert into identity.erasure (user_id, owner_id, kid, wrapped, box, due_at) values ($1, $1, $2, $3, $4, now())
       on conflict (user_id) do nothing`,
      [userId, kid, wrapped, box],
    );
  }

  async emailOf(userId: string): Promise<string | null> {
    const { rows } = await this.database.query<EncryptedSecret>(
      'select kid, wrapped, box from identity.erasure where user_id = $1',
      [userId],
    );
    const [encrypted] = rows;
    if (!encrypted) return null;
    return (JSON.parse(this.ring.open(encrypted, contextOf(userId))) as { email: string | null }).email;
  }

  async drop(userId: string): Promise<void> {
    await this.database.query('delete from identity.erasure where user_id = $1', [userId]);
  }
}
