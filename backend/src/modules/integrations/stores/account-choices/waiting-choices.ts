import { randomUUID } from 'node:crypto';
import { EntityManager, type InferKyselyDB } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { appNames, type AppName } from '#infrastructure/config/app-names.ts';
import { KeyRing, type EncryptedSecret } from '#infrastructure/vault/key-ring.ts';
import type { EncryptedTable } from '#infrastructure/vault/encrypted-tables.ts';
import type { RemoteAccount } from '#connectors/contract/connector.ts';
import type { AccountChoiceEntity } from './account-choice.entity.ts';

const KEPT_FOR = '10 minutes';
type Owner = Readonly<{ userId: string; sessionId: string }>;
/** `id` identifies the account only within this list. */
type WaitingAccount = RemoteAccount & Readonly<{ id: string }>;
/** `ciphertext` is different for each stored list, so it identifies the list. */
export type WaitingList = Readonly<{
  app: AppName;
  accounts: readonly WaitingAccount[];
  expiresAt: string;
  ciphertext: Buffer;
}>;

const contextOf = (userId: string): string => `user:${userId}:account-choice`;

export const ACCOUNT_CHOICES: EncryptedTable = {
  name: 'integrations.account_choice',
  key: { column: 'owner_id', type: 'text' },
  contextOf: ({ owner_id = '' }) => contextOf(owner_id),
};

/**
 * Stores the accounts of a consent with their tokens, encrypted, until the user has chosen which to connect.
 */
@Injectable()
export class WaitingChoices {
  constructor(
    private readonly em: EntityManager,
    private readonly ring: KeyRing,
  ) {}

  get #db() {
    return this.em.getKysely<InferKyselyDB<typeof AccountChoiceEntity>>();
  }

  /** Stores this list instead of the user's earlier one. */
  async keep({ userId, sessionId }: Owner, app: AppName, accounts: readonly RemoteAccount[]): Promise<void> {
    const withIds = accounts.map((account) => ({ ...account, id: randomUUID() }));
    const list = {
      session_id: sessionId,
      app,
      ...this.ring.lock(JSON.stringify(withIds), contextOf(userId)),
      expires_at: sql<Date>`now() + ${KEPT_FOR}::interval`,
    };
    await this.#db
      .insertInto('integrations.account_choice')
      .values({ owner_id: userId, ...list })
      .onConflict((earlier) => earlier.column('owner_id').doUpdateSet(list))
      .execute();
  }

  /** The list of this session; null: it has none. */
  async read({ userId, sessionId }: Owner): Promise<WaitingList | null> {
    const row = await this.#db
      .selectFrom('integrations.account_choice')
      .select(['kid', 'wrapped', 'box', 'app', 'expires_at'])
      .where('owner_id', '=', userId)
      .where('session_id', '=', sessionId)
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirst();
    const app = appNames.find((name) => name === row?.app);
    if (!row || !app) return null;
    const accounts = this.#decrypt(row, userId);
    return accounts && { app, accounts, expiresAt: row.expires_at.toISOString(), ciphertext: row.box };
  }

  /**
   * The decrypted accounts. Null: the operator has removed the key of this list. In this case, the user must consent again.
   */
  #decrypt(row: EncryptedSecret, userId: string): WaitingAccount[] | null {
    try {
      return JSON.parse(this.ring.open(row, contextOf(userId))) as WaitingAccount[];
    } catch {
      return null;
    }
  }

  /** Deletes this list. A newer list that has replaced it stays. */
  async forget(userId: string, { ciphertext }: WaitingList): Promise<void> {
    await this.#db
      .deleteFrom('integrations.account_choice')
      .where('owner_id', '=', userId)
      .where('box', '=', ciphertext)
      .execute();
  }

  /** Deletes expired lists. */
  async sweep(): Promise<void> {
    await this.#db
      .deleteFrom('integrations.account_choice')
      .where('expires_at', '<=', sql<Date>`now()`)
      .execute();
  }
}
