import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { EntityManager, type InferKyselyDB } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { isNotThere, MediaStore, objectNamed } from '#infrastructure/media/store/media-store.ts';
import type { FetchableFile, TemporaryMediaUrls } from '#connectors/contract/temporary-media-urls.ts';
import type { TemporaryMediaEntity } from './temporary-media.entity.ts';

/** Longer than any platform takes to fetch a file: Pinterest and TikTok stop trying within hours. */
const KEPT_FOR = '3 days';
const oldest = sql<Date>`now() - ${KEPT_FOR}::interval`;
const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'image/gif': '.gif',
  'video/mp4': '.mp4',
  'video/quicktime': '.mov',
};

/** 24 bytes in base64url, and the extension for a type that platforms fetch. */
const NAME = /^[\w-]{32}(\.[a-z0-9]{3,4})?$/u;

/**
 * Files that platforms fetch. Platforms send no credentials, so each URL contains 192 random bits. All URLs begin
 * with `{PUBLIC_URL}/media/lent/`. Operators register this prefix with platforms.
 */
@Injectable()
export class TemporaryMedia implements TemporaryMediaUrls {
  readonly #folder: string;

  constructor(
    private readonly em: EntityManager,
    private readonly configuration: Configuration,
    private readonly store: MediaStore,
  ) {
    this.#folder = join(configuration.dataDir, 'lent');
  }

  get #db() {
    return this.em.getKysely<InferKyselyDB<typeof TemporaryMediaEntity>>();
  }

  async create(accountId: number, { body, type }: FetchableFile): Promise<string> {
    const name = `${randomBytes(24).toString('base64url')}${EXTENSIONS[type] ?? ''}`;
    const isCopy = Buffer.isBuffer(body);
    const path = isCopy ? join(this.#folder, name) : body.path;
    // The row is stored before the file, because `sweep` would never find a copy without a row. No client knows the
    // URL yet.
    await this.#db
      .insertInto('integrations.lent_media')
      .values({ name, account_id: String(accountId), path, is_copy: isCopy, mime_type: type })
      .execute();
    if (isCopy) await this.#write(path, body);
    return `${this.configuration.publicUrl}/media/lent/${name}`;
  }

  /** The file behind a URL; null: the URL is unknown or expired, or the file was deleted. */
  async find(name: string): Promise<Readonly<{ path: string; mimeType: string }> | null> {
    if (!NAME.test(name)) return null;
    const row = await this.#db
      .selectFrom('integrations.lent_media')
      .select(['path', 'is_copy as isCopy', 'mime_type as mimeType'])
      .where('name', '=', name)
      .where('lent_at', '>=', oldest)
      .executeTakeFirst();
    if (!row) return null;
    const { mimeType } = row;
    const path = row.isCopy ? row.path : await this.#originalAt(row.path);
    return path === null ? null : { path, mimeType };
  }

  /**
   * Deletes the copies for the user's accounts. Keeps their rows, so that a repetition after an interruption
   * finds the rest.
   */
  async dropCopiesOf(ownerId: string): Promise<void> {
    const { rows } = await sql<{ path: string }>`select path from integrations.lent_media
      join integrations.account_key using (account_id) where is_copy and owner_id = ${ownerId}`.execute(
      this.em.getKysely(),
    );
    for (const { path } of rows) await rm(path, { force: true });
  }

  /** Invalidates old URLs and deletes their copies. */
  async sweep(): Promise<void> {
    const rows = await this.#db
      .selectFrom('integrations.lent_media')
      .select(['name', 'path', 'is_copy'])
      .where('lent_at', '<', oldest)
      .execute();
    // Deletes the copies first. So after an interruption, the rows still contain the paths of the remaining
    // copies.
    for (const { path, is_copy: isCopy } of rows) if (isCopy) await rm(path, { force: true });
    const names = rows.map(({ name }) => name);
    await this.#db
      .deleteFrom('integrations.lent_media')
      .where('name', '=', sql<string>`any(${names})`)
      .execute();
  }

  /** The current path of an original; null: it was deleted. The stored path may be one of another process. */
  async #originalAt(path: string): Promise<string | null> {
    const object = objectNamed(basename(path));
    if (object === null) return path;
    try {
      return await this.store.pathOf(object);
    } catch (error) {
      if (isNotThere(error)) return null;
      throw error;
    }
  }

  async #write(path: string, bytes: Buffer): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeFile(path, bytes, { mode: 0o600 });
  }
}
