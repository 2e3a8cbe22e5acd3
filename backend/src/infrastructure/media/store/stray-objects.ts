import { Injectable, Logger } from '@nestjs/common';
import { Pool } from 'pg';
import { MediaShelf } from './media-shelf.ts';
import { MediaStore, type StoredObject } from './media-store.ts';

/** Asked about at once. */
const BATCH = 500;
/** What is younger may be of an upload that is under way. */
const GRACE_MS = 24 * 3_600_000;

/**
 * Once in a day the store is listed for objects that no file has: of a process that was killed between the two, of a removal that
 * failed, of a database that was put back from a backup.
 */
@Injectable()
export class StrayObjects {
  readonly #logger = new Logger('media');

  constructor(
    private readonly pool: Pool,
    private readonly store: MediaStore,
    private readonly shelf: MediaShelf,
  ) {}

  /** In whichever process comes first; the others find it done. */
  async sweepWhenDue(now = Date.now()): Promise<void> {
    // Taken before it is done: one that breaks off is made good by the next.
    const { rowCount } = await this.pool.query(
      `update media.listing set due_at = now() + interval '1 day' where due_at <= now()`,
    );
    if (rowCount === 0) return;
    const removed = await this.sweep(now);
    if (removed > 0) this.#logger.log({ msg: 'Objects without a file were removed', removed });
  }

  /** @returns how many objects were removed */
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
      if (strays.has(object.sha256) && (await this.shelf.remove(object))) removed += 1;
    return removed;
  }
}
