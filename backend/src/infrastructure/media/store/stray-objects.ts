import { Injectable, Logger } from '@nestjs/common';
import { Pool } from 'pg';
import { MediaFiles } from './media-files.ts';
import { UnusedMediaSweep } from './unused-media-sweep.ts';
import { MediaStore, type StoredObject } from './media-store.ts';

/** Objects checked with one query. */
const BATCH = 500;
/** A younger object may belong to a running upload. */
const GRACE_MS = 24 * 3_600_000;

/**
 * Searches once a day for what killed processes left. Files that no table lists become idle. Objects without a file are removed: they come from an
 * interrupted upload, a failed removal, or a database restored from a backup.
 */
@Injectable()
export class StrayObjects {
  readonly #logger = new Logger('media');

  constructor(
    private readonly pool: Pool,
    private readonly store: MediaStore,
    private readonly files: MediaFiles,
    private readonly unusedMedia: UnusedMediaSweep,
  ) {}

  /** The first process of a day does the sweep. For the others, it is then no longer due. */
  async sweepWhenDue(now = Date.now()): Promise<void> {
    // The due time changes before the work. If the work is interrupted, the next sweep completes it.
    const { rowCount } = await this.pool.query(
      `update media.listing set due_at = now() + interval '1 day' where due_at <= now()`,
    );
    if (rowCount === 0) return;
    await this.files.leaveForgotten();
    const removed = await this.sweep(now);
    if (removed > 0) this.#logger.log({ msg: 'Objects without a file were removed', removed });
  }

  /** @returns the number of removed objects */
  async sweep(now: number): Promise<number> {
    let removed = 0;
    let old: StoredObject[] = [];
    for await (const object of this.store.list()) {
      if (now - object.keptAt.getTime() > GRACE_MS) old.push(object);
      if (old.length < BATCH) continue;
      removed += await this.#removeStrays(old);
      old = [];
    }
    return removed + (await this.#removeStrays(old));
  }

  async #removeStrays(objects: readonly StoredObject[]): Promise<number> {
    const { rows } = await this.pool.query<{ sha256: string }>(
      `select sha256 from unnest($1::text[]) as listed (sha256)
       where not exists (select from media.file f where f.sha256 = listed.sha256)
         and not exists (select from media.file f where f.thumbnail_sha256 = listed.sha256)`,
      [objects.map(({ sha256 }) => sha256)],
    );
    const strays = new Set(rows.map(({ sha256 }) => sha256));
    let removed = 0;
    for (const object of objects)
      if (strays.has(object.sha256) && (await this.unusedMedia.remove(object))) removed += 1;
    return removed;
  }
}
