import { DRAFT, type DraftView } from '@posthorn/contracts/scheduling/drafts.http';
import { inTransaction } from '#infrastructure/database/transaction.ts';
import { RowsChanged } from '#infrastructure/readers/rows-changed.ts';
import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { isSameContent, type DraftContent } from '../../domain/draft/draft-content.ts';
import {
  DraftIsGone,
  DraftLimitReached,
  DraftNeedsRevision,
  DraftNotFound,
  DraftsAreTooLarge,
  DraftWasChanged,
} from '../../domain/draft/draft-errors.ts';
import { namesOf } from '../post-media/media-ref.ts';
import { DraftBoxes, type DraftBox } from './draft-box.ts';
import { DraftFiles } from './draft-files.ts';
import { COLUMNS, DraftRows, SHOWN_DRAFT } from './draft-rows.ts';
import { contentIn, draftView, type WholeDraftRow } from './draft-view.ts';

/** Cursors contain the time with milliseconds only. */
const NOW = `date_trunc('milliseconds', statement_timestamp())`;

/**
 * `revision`: the revision that the client changed. Null: the draft is new. `limit`: how many drafts the owner
 * may have.
 */
export type DraftChange = Readonly<{
  content: DraftContent;
  device: string;
  revision: number | null;
  limit: number;
}>;
/** `isTaken`: a request schedules the draft now, or has scheduled it. */
type FoundDraft = Omit<WholeDraftRow, 'words' | 'own'> &
  Readonly<{
    words: Buffer | null;
    own: Buffer | null;
    isDeleted: boolean;
    isTaken: boolean;
    postId: number | null;
  }>;
/** `removedFiles`: the files that the draft no longer has. */
type Saved = Readonly<{
  view: DraftView;
  isNew: boolean;
  removedFiles: readonly string[];
  isChanged: boolean;
}>;

/**
 * Stores drafts. A change locks all drafts of its owner, so that limits hold and changes of several devices
 * run one after the other.
 */
@Injectable()
export class Drafts {
  constructor(
    private readonly pool: Pool,
    private readonly boxes: DraftBoxes,
    private readonly files: DraftFiles,
    private readonly rows: DraftRows,
    private readonly rowsChanged: RowsChanged,
  ) {}

  /** @throws DomainError of `draft-errors.ts` */
  async save(
    ownerId: string,
    id: string,
    change: DraftChange,
  ): Promise<Readonly<{ draft: DraftView; isNew: boolean }>> {
    const box = await this.boxes.of(ownerId);
    const saved = await this.#locked(ownerId, (tx) => this.#save(tx, { ownerId, id, box }, change));
    await this.files.leave(saved.removedFiles);
    if (saved.isChanged) await this.#publishChange(ownerId);
    return { draft: saved.view, isNew: saved.isNew };
  }

  async #save(
    tx: PoolClient,
    draft: Readonly<{ ownerId: string; id: string; box: DraftBox }>,
    change: DraftChange,
  ): Promise<Saved> {
    const { ownerId, id, box } = draft;
    const { content, device, revision, limit } = change;
    const sealed = box.seal(id, content, device);
    const old = await lockedRow(tx, ownerId, id);
    if (old?.isTaken) throw new DraftIsGone(old.postId);
    const known = wholeRow(old);
    if (old?.isDeleted || (!known && revision !== null)) throw new DraftIsGone(null);
    if (known && isSameContent(contentIn(known, box), content))
      return { view: draftView(known, box), isNew: false, removedFiles: [], isChanged: false };
    if (known && revision === null) throw new DraftNeedsRevision();
    if (known && revision !== known.revision) throw new DraftWasChanged(draftView(known, box));
    await checkRoom(tx, ownerId, id, { isNew: !known, bytes: sealed.bytes, limit });
    const { rows } = await tx.query<WholeDraftRow>(
      `insert into scheduling.draft as d (owner_id, id, revision, planned_for, words, own, bytes, created_at, changed_at)
       values ($1, $2, 1, $3, $4, $5, $6, ${NOW}, ${NOW})
       on conflict (owner_id, id) do update set revision = d.revision + 1, planned_for = excluded.planned_for,
         words = excluded.words, own = excluded.own, bytes = excluded.bytes, changed_at = excluded.changed_at,
         created_at = case when d.revision = 0 then excluded.created_at else d.created_at end
       where d.claimed_at is null and d.scheduled_at is null
       returning ${COLUMNS}, own`,
      [ownerId, id, content.plannedFor, sealed.words, sealed.own, sealed.bytes],
    );
    const [row] = rows;
    // No row: another request took or scheduled the id of this unsaved draft. The lock does not prevent this.
    if (!row) throw new DraftIsGone((await lockedRow(tx, ownerId, id))?.postId ?? null);
    const removedFiles = await this.files.set(tx, ownerId, id, namesOf(content.words.media));
    return { view: draftView(row, box), isNew: !known, removedFiles, isChanged: true };
  }

  /**
   * A repeated call changes nothing. `revision`: deletes only this revision. Null: any revision.
   * @throws DraftNotFound, DraftWasChanged
   */
  async delete(ownerId: string, id: string, revision: number | null): Promise<void> {
    const box = await this.boxes.of(ownerId);
    const isChanged = await this.#locked(ownerId, async (tx) => {
      const old = await lockedRow(tx, ownerId, id);
      const known = wholeRow(old);
      if (!old || !known || old.isTaken) throw new DraftNotFound();
      if (old.isDeleted) return false;
      if (revision !== null && revision !== known.revision) throw new DraftWasChanged(draftView(known, box));
      await tx.query('update scheduling.draft set deleted_at = now() where owner_id = $1 and id = $2', [
        ownerId,
        id,
      ]);
      return true;
    });
    if (isChanged) await this.#publishChange(ownerId);
  }

  /** @throws DraftNotFound, DraftLimitReached */
  async restore(ownerId: string, id: string, limit: number): Promise<DraftView> {
    const isChanged = await this.#locked(ownerId, async (tx) => {
      const old = await lockedRow(tx, ownerId, id);
      if (!old?.words || old.isTaken) throw new DraftNotFound();
      if (!old.isDeleted) return false;
      await checkRoom(tx, ownerId, id, { isNew: true, bytes: 0, limit });
      await tx.query('update scheduling.draft set deleted_at = null where owner_id = $1 and id = $2', [
        ownerId,
        id,
      ]);
      return true;
    });
    if (isChanged) await this.#publishChange(ownerId);
    return this.rows.one(ownerId, id);
  }

  /** Empties the draft, because the log has its post. May run more than once. */
  async end(ownerId: string, id: string): Promise<void> {
    const removedFiles = await this.#locked(ownerId, async (tx) => {
      await tx.query(
        `update scheduling.draft set scheduled_at = now(), words = null, own = null, bytes = 0, planned_for = null,
           deleted_at = null where owner_id = $1 and id = $2 and scheduled_at is null`,
        [ownerId, id],
      );
      return this.files.set(tx, ownerId, id, []);
    });
    await this.files.leave(removedFiles);
    await this.#publishChange(ownerId);
  }

  /**
   * Deletes rows of drafts deleted ten minutes ago, of ids that were never saved, and of drafts scheduled 90
   * days ago.
   */
  async forgetOld(): Promise<void> {
    const { rows } = await this.pool.query<{ ownerId: string; id: string }>(
      `select owner_id as "ownerId", id from scheduling.draft where deleted_at < now() - interval '10 minutes'
         and claimed_at is null limit 500`,
    );
    for (const { ownerId, id } of rows) await this.#forget(ownerId, id);
    await this.pool.query(
      `delete from scheduling.draft where revision = 0 and scheduled_at is null and claimed_at is null
         and created_at < now() - interval '2 days'`,
    );
    await this.pool.query(`delete from scheduling.draft where scheduled_at < now() - interval '90 days'`);
  }

  async #forget(ownerId: string, id: string): Promise<void> {
    const removedFiles = await this.#locked(ownerId, async (tx) => {
      const { rowCount } = await tx.query(
        `delete from scheduling.draft where owner_id = $1 and id = $2 and claimed_at is null
           and deleted_at < now() - interval '10 minutes'`,
        [ownerId, id],
      );
      return rowCount === 0 ? [] : this.files.set(tx, ownerId, id, []);
    });
    await this.files.leave(removedFiles);
  }

  #locked<Result>(ownerId: string, work: (tx: PoolClient) => Promise<Result>): Promise<Result> {
    return inTransaction(this.pool, async (tx) => {
      await tx.query(`select pg_advisory_xact_lock(hashtextextended('scheduling.draft ' || $1, 0))`, [
        ownerId,
      ]);
      return work(tx);
    });
  }

  #publishChange(userId: string): Promise<void> {
    return this.rowsChanged.publish([{ userId, topic: 'drafts' }]);
  }
}

async function lockedRow(tx: PoolClient, ownerId: string, id: string): Promise<FoundDraft | undefined> {
  const { rows } = await tx.query<FoundDraft>(
    `select ${COLUMNS}, own, deleted_at is not null as "isDeleted", post_id::float8 as "postId",
       claimed_at is not null or scheduled_at is not null as "isTaken"
     from scheduling.draft where owner_id = $1 and id = $2 for update`,
    [ownerId, id],
  );
  return rows[0];
}

/** Undefined: the draft was never saved, or was scheduled. */
const wholeRow = (row: FoundDraft | undefined): WholeDraftRow | undefined =>
  row?.words && row.own ? { ...row, words: row.words, own: row.own } : undefined;

/**
 * The bytes of deleted drafts count until the rows are deleted. @throws DraftLimitReached, DraftsAreTooLarge
 */
async function checkRoom(
  tx: PoolClient,
  ownerId: string,
  id: string,
  { isNew, bytes, limit }: Readonly<{ isNew: boolean; bytes: number; limit: number }>,
): Promise<void> {
  const { rows } = await tx.query<{ count: number; bytes: number }>(
    `select (count(*) filter (where ${SHOWN_DRAFT}))::int as count, coalesce(sum(bytes), 0)::float8 as bytes
     from scheduling.draft where owner_id = $1 and id <> $2`,
    [ownerId, id],
  );
  const [others = { count: 0, bytes: 0 }] = rows;
  if (isNew && others.count >= limit) throw new DraftLimitReached();
  if (others.bytes + bytes > DRAFT.allBytesMax) throw new DraftsAreTooLarge();
}
