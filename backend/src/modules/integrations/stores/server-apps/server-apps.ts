import { EntityManager, type InferKyselyDB } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { KeyRing, type EncryptedSecret } from '#infrastructure/vault/key-ring.ts';
import type { EncryptedTable } from '#infrastructure/vault/encrypted-tables.ts';
import type { ServerApp, ServerApps } from '#connectors/contract/server-apps.ts';
import type { ServerAppEntity } from './server-app.entity.ts';

const contextOf = (name: string): string => `server-app:${name}`;

export const SERVER_APPS: EncryptedTable = {
  name: 'integrations.server_app',
  key: { column: 'name', type: 'text' },
  contextOf: ({ name = '' }) => contextOf(name),
};

/**
 * Stores one application for each server, for all users of this installation. The keys of an application are
 * encrypted like credentials.
 */
@Injectable()
export class ServerAppVault implements ServerApps {
  constructor(
    private readonly em: EntityManager,
    private readonly ring: KeyRing,
  ) {}

  get #db() {
    return this.em.getKysely<InferKyselyDB<typeof ServerAppEntity>>();
  }

  /**
   * The stored application. Null: there is none, or it cannot be decrypted; then the caller registers a new
   * application.
   */
  async find(name: string): Promise<ServerApp | null> {
    const row = await this.#read(name);
    return row && this.#decrypt(name, row);
  }

  async keep(name: string, app: ServerApp): Promise<ServerApp> {
    const encrypted = this.ring.lock(JSON.stringify(app), contextOf(name));
    const earlier = await this.#insert(name, encrypted);
    if (!earlier) return app;
    const existing = this.#decrypt(name, earlier);
    if (existing) return existing;
    // The earlier row can no longer be decrypted.
    await this.#delete(name, earlier);
    await this.#insert(name, encrypted);
    return (await this.find(name)) ?? app;
  }

  async forget(name: string, { id }: ServerApp): Promise<void> {
    const row = await this.#read(name);
    if (row && this.#decrypt(name, row)?.id === id) await this.#delete(name, row);
  }

  /** Inserts a row. Returns the row that already existed, or null. */
  async #insert(name: string, encrypted: EncryptedSecret): Promise<EncryptedSecret | null> {
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto('integrations.server_app')
      .values({ name, ...encrypted })
      .onConflict((earlier) => earlier.column('name').doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n ? null : this.#read(name);
  }

  async #delete(name: string, { box }: EncryptedSecret): Promise<void> {
    await this.#db
      .deleteFrom('integrations.server_app')
      .where('name', '=', name)
      .where('box', '=', box)
      .execute();
  }

  async #read(name: string): Promise<EncryptedSecret | null> {
    const row = await this.#db
      .selectFrom('integrations.server_app')
      .select(['kid', 'wrapped', 'box'])
      .where('name', '=', name)
      .executeTakeFirst();
    return row ?? null;
  }

  #decrypt(name: string, encrypted: EncryptedSecret): ServerApp | null {
    try {
      return JSON.parse(this.ring.open(encrypted, contextOf(name))) as ServerApp;
    } catch {
      return null;
    }
  }
}
