import { DRAFT, type DraftLine, type DraftView } from '@posthorn/contracts/scheduling/drafts.http';
import { inTurns } from '@posthorn/batching/in-turns';
import { asTimestamp, isoOf } from '#infrastructure/database/instants.ts';
import { placed, withinBytes, type Found } from '#infrastructure/database/rows-within-bytes.ts';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { DraftNotFound } from '../../domain/draft/draft-errors.ts';
import { DraftBoxes } from './draft-box.ts';
import { draftLine, draftView, type DraftRow, type WholeDraftRow } from './draft-view.ts';

/** Neither deleted nor scheduled. */
export const SHOWN_DRAFT = 'words is not null and deleted_at is null';
export const COLUMNS = `id, revision, ${isoOf('planned_for')} as "plannedFor", ${isoOf('created_at')} as "createdAt",
  ${isoOf('changed_at')} as "changedAt", words`;
const LATEST_FIRST = 'changed_at desc, id desc';
export type DraftCursor = Readonly<{ changedAt: string; id: string }>;

/** A long draft takes a millisecond to decrypt and parse. */
const DRAFTS_IN_A_TURN = 16;

/** Reads drafts that are neither deleted nor scheduled. */
@Injectable()
export class DraftRows {
  constructor(
    private readonly pool: Pool,
    private readonly boxes: DraftBoxes,
  ) {}

  /**
   * The first drafts after a position, the latest change first: at most `limit`, and about as many as a page holds.
   * `found`: the number of drafts up to `limit`.
   */
  async page(
    ownerId: string,
    limit: number,
    after: DraftCursor | null,
  ): Promise<Readonly<{ lines: readonly DraftLine[]; found: number }>> {
    const { rows } = await this.pool.query<DraftRow & Found>(
      withinBytes(
        `select ${COLUMNS}, ${placed(LATEST_FIRST, 'octet_length(words)')} from scheduling.draft
         where owner_id = $1 and ${SHOWN_DRAFT} and (changed_at, id) < ($3::timestamptz, $4::uuid)
         order by ${LATEST_FIRST} limit $2`,
        DRAFT.pageBytesMax,
      ),
      [ownerId, limit, after?.changedAt ?? 'infinity', after?.id ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
    );
    return { lines: await this.#lines(ownerId, rows), found: rows[0]?.found ?? 0 };
  }

  /** Returns the drafts planned from `from` until before `to`, the earliest first. */
  async planned(ownerId: string, from: string, to: string): Promise<readonly DraftLine[]> {
    const { rows } = await this.pool.query<DraftRow>(
      `select ${COLUMNS} from scheduling.draft where owner_id = $1 and ${SHOWN_DRAFT}
         and planned_for >= $2::timestamptz and planned_for < $3::timestamptz order by planned_for, id`,
      [ownerId, asTimestamp(from), asTimestamp(to)],
    );
    return this.#lines(ownerId, rows);
  }

  async #lines(ownerId: string, rows: readonly DraftRow[]): Promise<readonly DraftLine[]> {
    if (rows.length === 0) return [];
    const box = await this.boxes.of(ownerId);
    return inTurns(rows, DRAFTS_IN_A_TURN, (row) => draftLine(row, box));
  }

  async count(ownerId: string): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>(
      `select count(*)::int as count from scheduling.draft where owner_id = $1 and ${SHOWN_DRAFT}`,
      [ownerId],
    );
    return rows[0]?.count ?? 0;
  }

  /** The id of the post that the draft has become or is becoming; null: none. */
  async postOf(ownerId: string, id: string): Promise<number | null> {
    const { rows } = await this.pool.query<{ postId: number | null }>(
      'select post_id::float8 as "postId" from scheduling.draft where owner_id = $1 and id = $2',
      [ownerId, id],
    );
    return rows[0]?.postId ?? null;
  }

  /** @throws DraftNotFound */
  async one(ownerId: string, id: string): Promise<DraftView> {
    const draft = await this.find(ownerId, id);
    if (!draft) throw new DraftNotFound();
    return draft;
  }

  async find(ownerId: string, id: string): Promise<DraftView | null> {
    const { rows } = await this.pool.query<WholeDraftRow>(
      `select ${COLUMNS}, own from scheduling.draft where owner_id = $1 and id = $2 and ${SHOWN_DRAFT}`,
      [ownerId, id],
    );
    const [row] = rows;
    return row ? draftView(row, await this.boxes.of(ownerId)) : null;
  }

  /**
   * Returns drafts in the order of their ids. No change moves a draft in this order, so a reader of all pages
   * gets each draft once.
   */
  async whole(ownerId: string, limit: number, after: string | null): Promise<readonly DraftView[]> {
    const { rows } = await this.pool.query<WholeDraftRow>(
      `select ${COLUMNS}, own from scheduling.draft where owner_id = $1 and ${SHOWN_DRAFT}
         and id > $3::uuid order by id limit $2`,
      [ownerId, limit, after ?? '00000000-0000-0000-0000-000000000000'],
    );
    if (rows.length === 0) return [];
    const box = await this.boxes.of(ownerId);
    return rows.map((row) => draftView(row, box));
  }
}
