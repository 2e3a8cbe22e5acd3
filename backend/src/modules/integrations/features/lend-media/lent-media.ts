import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Configuration } from '#infrastructure/config/configuration.ts';
import type { FileBody } from '#infrastructure/outgoing/outgoing-body.ts';

/** Longer than any platform takes to fetch a file: Pinterest and TikTok give up within hours. */
const LENT_FOR = '3 days';
const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'video/mp4': '.mp4',
};

export type Loan = Readonly<{ body: FileBody | Buffer; type: string }>;
/** Hands out a public address for a file, for platforms that fetch by themselves. */
export type MediaLender = Readonly<{ lend(loan: Loan): Promise<string> }>;

/**
 * Files as platforms fetch them, converted ones included. An address holds 192 random bits, because platforms ask without
 * any credentials; all of them begin with `{PUBLIC_URL}/media/lent/`, the prefix to register where a platform wants one.
 */
@Injectable()
export class LentMedia implements MediaLender {
  readonly #folder: string;

  constructor(
    private readonly pool: Pool,
    private readonly configuration: Configuration,
  ) {
    this.#folder = join(configuration.dataDir, 'lent');
  }

  async lend({ body, type }: Loan): Promise<string> {
    const name = `${randomBytes(24).toString('base64url')}${ENDINGS[type] ?? ''}`;
    const path = Buffer.isBuffer(body) ? await this.#write(name, body) : body.path;
    await this.pool.query(
      'insert into integrations.lent_media (name, path, is_copy, mime_type) values ($1, $2, $3, $4)',
      [name, path, Buffer.isBuffer(body), type],
    );
    return `${this.configuration.publicUrl}/media/lent/${name}`;
  }

  async find(name: string): Promise<Readonly<{ path: string; mimeType: string }> | null> {
    const { rows } = await this.pool.query<{ path: string; mime_type: string }>(
      'select path, mime_type from integrations.lent_media where name = $1',
      [name],
    );
    const [row] = rows;
    return row ? { path: row.path, mimeType: row.mime_type } : null;
  }

  /** Takes old addresses back and deletes the copies that were made for them. */
  async sweep(): Promise<void> {
    const { rows } = await this.pool.query<{ path: string; is_copy: boolean }>(
      `delete from integrations.lent_media where lent_at < now() - interval '${LENT_FOR}' returning path, is_copy`,
    );
    for (const { path, is_copy: isCopy } of rows) if (isCopy) await rm(path, { force: true });
  }

  /** Before its row: an address that is known has its bytes. */
  async #write(name: string, bytes: Buffer): Promise<string> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, name);
    await writeFile(path, bytes, { mode: 0o600 });
    return path;
  }
}
