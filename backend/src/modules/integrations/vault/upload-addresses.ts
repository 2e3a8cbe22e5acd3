import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { KeyRing, type Sealed } from '#infrastructure/vault/key-ring.ts';
import type { SealedTable } from '#infrastructure/vault/sealed-tables.ts';

/** Longer than any platform keeps an upload open. */
const KEPT_FOR = '7 days';
const contextOf = (accountId: number | string, name: string): string =>
  `account:${String(accountId)}:upload:${name}`;

export const UPLOAD_ADDRESSES: SealedTable = {
  name: 'integrations.upload_address',
  key: { column: 'name', type: 'uuid' },
  columns: ['account_id'],
  contextOf: ({ account_id = '', name = '' }) => contextOf(account_id, name),
};

/** Addresses that whoever knows them may upload to: kept locked, while facts and references only hold their names. */
@Injectable()
export class UploadAddressVault {
  constructor(
    private readonly pool: Pool,
    private readonly ring: KeyRing,
  ) {}

  /** Answers the name. */
  async keep(accountId: number, address: string): Promise<string> {
    const name = randomUUID();
    const { kid, wrapped, box } = this.ring.lock(address, contextOf(accountId, name));
    await this.pool.query(
      'insert into integrations.upload_address (name, account_id, kid, wrapped, box) values ($1, $2, $3, $4, $5)',
      [name, accountId, kid, wrapped, box],
    );
    return name;
  }

  /** Null when there is none of this name and account, or its key is no longer known. */
  async open(accountId: number, name: string): Promise<string | null> {
    const { rows } = await this.pool.query<Sealed>(
      'select kid, wrapped, box from integrations.upload_address where name::text = $1 and account_id = $2',
      [name, accountId],
    );
    const [sealed] = rows;
    if (!sealed) return null;
    try {
      return this.ring.open(sealed, contextOf(accountId, name));
    } catch {
      // A key that was rotated away: the upload begins anew.
      return null;
    }
  }

  async forget(accountId: number): Promise<void> {
    await this.pool.query('delete from integrations.upload_address where account_id = $1', [accountId]);
  }

  async sweep(): Promise<void> {
    await this.pool.query(
      `delete from integrations.upload_address where kept_at < now() - interval '${KEPT_FOR}'`,
    );
  }
}
