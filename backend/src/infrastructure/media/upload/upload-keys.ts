import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { MediaFileView } from '@posthorn/contracts/shared/media.http';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { MediaFiles } from '../store/media-files.ts';
import { uploadView } from '../store/media-row.ts';
import type { ReceivedFile } from './received-file.ts';
import { uploadKeyReused } from './upload.errors.ts';

/** The Idempotency-Key of an upload. `fingerprint`: a digest of its content. */
export type UploadKey = Readonly<{ ownerId: string; key: string; fingerprint: string }>;
type Row = Readonly<{ fingerprint: string; names: readonly string[] }>;

/** Begins with a column name, so that a statement may put a table alias before it. */
const FRESH = `created_at > now() - interval '24 hours'`;

/** Records which files were stored under an Idempotency-Key. Of several concurrent uploads, one keeps its files, and the others return those files. */
@Injectable()
export class UploadKeys {
  constructor(
    private readonly pool: Pool,
    private readonly files: MediaFiles,
  ) {}

  /**
   * Returns the files of this key. Null: the key is new, or one of its files is deleted.
   * @throws RequestRefused 422 when the key was used for other files
   */
  async known({ ownerId, key, fingerprint }: UploadKey): Promise<readonly MediaFileView[] | null> {
    const { rows } = await this.pool.query<Row>(
      `select fingerprint, names from media.upload_key where owner_id = $1 and key = $2 and ${FRESH}`,
      [ownerId, key],
    );
    const [row] = rows;
    const files = row && (await this.#filesOf(ownerId, row.names));
    if (!row || !files) return null;
    if (row.fingerprint !== fingerprint) throw uploadKeyReused();
    return files;
  }

  /** False: another upload has already kept its files under this key. */
  async keep({ ownerId, key, fingerprint }: UploadKey, names: readonly string[]): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `insert into media.upload_key as known (owner_id, key, fingerprint, names) values ($1, $2, $3, $4)
       on conflict (owner_id, key) do update
         set fingerprint = excluded.fingerprint, names = excluded.names, created_at = now()
         where not (known.${FRESH}) or (select count(*) from media.file f
           where f.name = any(known.names) and f.stored) < cardinality(known.names)`,
      [ownerId, key, fingerprint, names],
    );
    return rowCount !== 0;
  }

  /** Deletes expired keys. */
  async forgetOld(): Promise<void> {
    await this.pool.query(`delete from media.upload_key where created_at < now() - interval '48 hours'`);
  }

  async #filesOf(ownerId: string, names: readonly string[]): Promise<readonly MediaFileView[] | null> {
    const rows = await this.files.ownedBy(ownerId, names);
    const files = names.flatMap((name, order) => {
      const row = rows.get(name);
      return row ? [uploadView(row, order)] : [];
    });
    return files.length === names.length ? files : null;
  }
}

/** The fingerprint of a URL. */
export const fingerprintOfAddress = (address: string): string => printOf(['address', address]);

/** The fingerprint of uploaded files with their names. */
export async function fingerprintOfFiles(files: readonly ReceivedFile[]): Promise<string> {
  const parts: string[] = [];
  for (const { path, originalName } of files) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    parts.push(originalName, hash.digest('hex'));
  }
  return printOf(['files', ...parts]);
}

const printOf = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');
