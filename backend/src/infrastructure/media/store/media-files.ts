import { MEDIA } from '@posthorn/contracts/shared/media.http';
import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { STORED_EXTENSIONS, type MediaObject } from './media-store.ts';
import { THUMBNAIL_TYPE, type MediaRow } from './media-row.ts';
import { MediaAllowance } from './media-allowance.ts';
import { MediaUses } from './media-uses.ts';

const COLUMNS = `name, owner_id, sha256, thumbnail_sha256, kind, mime_type, bytes::float8 as bytes,
  stored_bytes::float8 as stored_bytes, width, height, duration_seconds, codec, original_name`;

/** Locks rows in the order of their names before a change, so that posts that share files do not deadlock. */
const LOCKED =
  'with mine as materialized (select name from media.file where name = any($1) order by name for update)';

/** The stored files, and the storage that each user's files take. */
@Injectable()
export class MediaFiles {
  constructor(
    private readonly pool: Pool,
    private readonly uses: MediaUses,
    private readonly allowance: MediaAllowance,
  ) {}

  /**
   * Reserves storage for all of these files, or for none. They are hidden until `confirm`.
   * @returns false when the owner's storage is full
   */
  async register(ownerId: string, files: readonly MediaRow[]): Promise<boolean> {
    const bytesMax = await this.allowance.bytesOf(ownerId);
    const bytes = files.reduce((sum, file) => sum + file.stored_bytes, 0);
    return inTransaction(this.pool, async (tx) => {
      await tx.query('insert into media.usage values ($1, 0, 0) on conflict do nothing', [ownerId]);
      const { rowCount } = await tx.query(
        `update media.usage set files = files + $2, bytes = bytes + $3
         where owner_id = $1 and files + $2 <= $4 and bytes + $3 <= $5`,
        [ownerId, files.length, bytes, MEDIA.quotaFiles, bytesMax],
      );
      if (rowCount === 0) return false;
      await tx.query(
        `insert into media.file (name, owner_id, sha256, thumbnail_sha256, kind, mime_type, bytes, stored_bytes, width,
           height, duration_seconds, codec, original_name)
         select name, owner_id, sha256, thumbnail_sha256, kind, mime_type, bytes, stored_bytes, width, height,
           duration_seconds, codec, original_name from json_populate_recordset(null::media.file, $1)`,
        [JSON.stringify(files)],
      );
      return true;
    });
  }

  /** Makes the files visible after all bytes are in the store. */
  async confirm(names: readonly string[]): Promise<void> {
    await this.pool.query(
      `${LOCKED} update media.file f set stored = true from mine where f.name = mine.name`,
      [names],
    );
  }

  /**
   * Marks these files as used, so that the sweep leaves them alone. The caller records its use in the same transaction.
   * @returns the names of those that (still) exist
   */
  async use(tx: PoolClient, names: readonly string[]): Promise<string[]> {
    const { rows } = await tx.query<{ name: string }>(
      `${LOCKED} update media.file f set idle_since = null from mine where f.name = mine.name returning f.name`,
      [names],
    );
    return rows.map(({ name }) => name);
  }

  /** Marks those of the files as idle that are no longer in use. */
  async leave(names: readonly string[]): Promise<void> {
    await this.pool.query(
      `${LOCKED} update media.file f set idle_since = now() from mine where f.name = mine.name and idle_since is null
         and ${this.uses.isUnused('f.name')}`,
      [names],
    );
  }

  /**
   * Marks files as idle that were in use and that no table lists any more. They come from processes that were killed before `leave`, and would
   * take the storage of their owners for ever. Does nothing while the database has a table of uses that only another release knows.
   */
  async leaveForgotten(): Promise<void> {
    const { rowCount: unknownTables } = await this.pool.query(
      `select from pg_constraint where contype = 'f' and confrelid = 'media.file'::regclass
         and conrelid::regclass::text <> all($1) limit 1`,
      [this.uses.tables()],
    );
    if (unknownTables !== 0) return;
    for (let after = ''; ;) {
      const names = await this.#names(
        `select name from media.file f where idle_since is null and name > $1 and ${this.uses.isUnused('f.name')}
         order by name limit 500`,
        [after],
      );
      const last = names.at(-1);
      if (last === undefined) return;
      await this.leave(names);
      after = last;
    }
  }

  /**
   * Deletes the rows of unused files and frees their storage.
   * @returns the objects of each deleted file
   */
  async forget(names: readonly string[]): Promise<MediaObject[]> {
    const { rows } = await this.pool.query<Pick<MediaRow, 'sha256' | 'thumbnail_sha256' | 'mime_type'>>(
      `${LOCKED}, gone as (
           delete from media.file f using mine where f.name = mine.name and idle_since is not null
             and ${this.uses.isUnused('f.name')}
           returning f.*
         ),
         room as (select owner_id, count(*)::int as files, sum(stored_bytes) as bytes from gone group by owner_id),
         freed as (
           update media.usage u set files = u.files - room.files, bytes = u.bytes - room.bytes
           from room where room.owner_id = u.owner_id
         )
       select sha256, thumbnail_sha256, mime_type from gone`,
      [names],
    );
    return rows.flatMap((row) => [
      { sha256: row.sha256, mimeType: row.mime_type },
      ...(row.thumbnail_sha256 === null ? [] : [{ sha256: row.thumbnail_sha256, mimeType: THUMBNAIL_TYPE }]),
    ]);
  }

  /** Returns those of the given files that belong to the user. */
  async ownedBy(ownerId: string, names: readonly string[]): Promise<ReadonlyMap<string, MediaRow>> {
    if (names.length === 0) return new Map();
    const { rows } = await this.pool.query<MediaRow>(
      `select ${COLUMNS} from media.file where owner_id = $1 and name = any($2) and stored`,
      [ownerId, names],
    );
    return new Map(rows.map((row) => [row.name, row]));
  }

  /** Returns the known codecs of videos, by file name. */
  async codecsOf(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (names.length === 0) return new Map();
    const { rows } = await this.pool.query<{ name: string; codec: string }>({
      name: 'media-codecs-of',
      text: `select name, codec from media.file where name = any($1) and codec is not null and codec <> 'unknown'`,
      values: [names],
    });
    return new Map(rows.map(({ name, codec }) => [name, codec]));
  }

  /** The file whose name begins with these 22 characters. */
  async startingWith(prefix: string): Promise<MediaRow | undefined> {
    const names = STORED_EXTENSIONS.map((extension) => `${prefix}.${extension}`);
    const { rows } = await this.pool.query<MediaRow>({
      name: 'media-file-named',
      text: `select ${COLUMNS} from media.file where name = any($1) and stored`,
      values: [names],
    });
    return rows[0];
  }

  /** Whether any user has a stored file. */
  async hasStored(): Promise<boolean> {
    const { rowCount } = await this.pool.query('select from media.file where stored limit 1');
    return rowCount !== 0;
  }

  /** Returns each object of all files once, including thumbnails. */
  async objects(): Promise<MediaObject[]> {
    const { rows } = await this.pool.query<Pick<MediaRow, 'sha256' | 'mime_type'>>(
      `select sha256, mime_type from media.file where stored
       union select thumbnail_sha256, $1 from media.file where stored and thumbnail_sha256 is not null`,
      [THUMBNAIL_TYPE],
    );
    return rows.map(({ sha256, mime_type: mimeType }) => ({ sha256, mimeType }));
  }

  /** Returns names of files that were unused for a day, and of files from an interrupted upload. */
  async idle(): Promise<string[]> {
    return this.#names(`select name from media.file where idle_since < now() - interval '24 hours'
      or (not stored and created_at < now() - interval '1 hour') limit 500`);
  }

  /**
   * Returns files of one user that may be deleted when the storage is full. They were used before and idle for 5 minutes, longer than an undo takes. Or they
   * were not used within an hour of their upload.
   */
  async unused(ownerId: string): Promise<string[]> {
    return this.#names(
      `select name from media.file where owner_id = $1 and stored and idle_since is not null
         and idle_since < now() - (case when idle_since > created_at then interval '5 minutes' else interval '1 hour' end)`,
      [ownerId],
    );
  }

  /** The number and size of a user's files. */
  async usageOf(ownerId: string): Promise<Readonly<{ files: number; bytes: number }>> {
    const { rows } = await this.pool.query<{ files: number; bytes: number }>(
      'select files, bytes::float8 as bytes from media.usage where owner_id = $1',
      [ownerId],
    );
    return rows[0] ?? { files: 0, bytes: 0 };
  }

  async #names(text: string, values: readonly unknown[] = []): Promise<string[]> {
    const { rows } = await this.pool.query<{ name: string }>(text, [...values]);
    return rows.map(({ name }) => name);
  }

  /** Returns each object of a user's files once. */
  async objectsOf(ownerId: string): Promise<MediaObject[]> {
    const { rows } = await this.pool.query<MediaObject>(
      `select sha256, mime_type as "mimeType" from media.file where owner_id = $1
       union select thumbnail_sha256, $2 from media.file where owner_id = $1 and thumbnail_sha256 is not null`,
      [ownerId, THUMBNAIL_TYPE],
    );
    return rows;
  }
}
