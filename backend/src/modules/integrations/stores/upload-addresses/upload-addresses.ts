import { randomUUID } from 'node:crypto';
import { EntityManager, type InferKyselyDB } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { KeyRing } from '#infrastructure/vault/key-ring.ts';
import type { EncryptedTable } from '#infrastructure/vault/encrypted-tables.ts';
import type { UploadAddressEntity } from './upload-address.entity.ts';

/** How long upload URLs are kept. Longer than any platform keeps an upload open. */
const KEPT_FOR = '7 days';
const contextOf = (accountId: number | string, name: string): string =>
  `account:${String(accountId)}:upload:${name}`;

export const UPLOAD_ADDRESSES: EncryptedTable = {
  name: 'integrations.upload_address',
  key: { column: 'name', type: 'uuid' },
  columns: ['account_id'],
  contextOf: ({ account_id = '', name = '' }) => contextOf(account_id, name),
};

/**
 * Stores upload URLs of platforms, encrypted, because a URL alone allows an upload. Events and
 * references contain only their names.
 */
@Injectable()
export class UploadAddressVault {
  constructor(
    private readonly em: EntityManager,
    private readonly ring: KeyRing,
  ) {}

  get #db() {
    return this.em.getKysely<InferKyselyDB<typeof UploadAddressEntity>>();
  }

  /** Stores an upload URL. Returns its new name. */
  async keep(accountId: number, address: string): Promise<string> {
    const name = randomUUID();
    const encrypted = this.ring.lock(address, contextOf(accountId, name));
    await this.#db
      .insertInto('integrations.upload_address')
      .values({ name, account_id: String(accountId), ...encrypted })
      .execute();
    return name;
  }

  /** The upload URL; null: none has this name and account, or it cannot be decrypted. */
  async open(accountId: number, name: string): Promise<string | null> {
    const encrypted = await this.#db
      .selectFrom('integrations.upload_address')
      .select(['kid', 'wrapped', 'box'])
      // Compares as text, so that a name that is not a UUID matches nothing and causes no error.
      .where((eb) => eb(eb.cast<string>('name', 'text'), '=', name))
      .where('account_id', '=', String(accountId))
      .executeTakeFirst();
    if (!encrypted) return null;
    try {
      return this.ring.open(encrypted, contextOf(accountId, name));
    } catch {
      // Without the key, the upload starts again.
      return null;
    }
  }

  async forget(accountId: number): Promise<void> {
    await this.#db
      .deleteFrom('integrations.upload_address')
      .where('account_id', '=', String(accountId))
      .execute();
  }

  async sweep(): Promise<void> {
    await this.#db
      .deleteFrom('integrations.upload_address')
      .where('kept_at', '<', sql<Date>`now() - ${KEPT_FOR}::interval`)
      .execute();
  }
}
