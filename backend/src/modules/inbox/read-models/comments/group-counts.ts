import { COMMENT_STATUSES, type CommentStatus } from '@posthorn/contracts/inbox/comments.http';
import type { RowChange } from '#infrastructure/readers/keyed-rows.ts';
import type { PoolClient } from 'pg';
import type { CommentRow } from './fold-comment.ts';

/**
 * The columns of the table `inbox_group`: for each group, the number of visible comments with each status. This read model does not know the
 * blocked authors. So the numbers include their comments, and queries subtract them.
 */
export const GROUP_TABLE = `owner_id text not null, group_key text not null, platform text not null,
  ${COMMENT_STATUSES.map((status) => `"${status}" int not null`).join(', ')}, primary key (owner_id, group_key)`;

type Counts = Record<CommentStatus, number>;
type GroupRow = Readonly<{ owner_id: string; group_key: string; platform: string }> & Counts;

const NO_COMMENTS: Counts = { new: 0, ai_reply: 0, manual_reply: 0, read: 0 };
const COLUMNS = COMMENT_STATUSES.map((status) => `"${status}"`);
/** SQL that adds the changes of a batch to the counts. The check of the checkpoint prevents a batch from counting twice. */
const ADD_CHANGES = `insert into inbox_group as g (owner_id, group_key, platform, ${COLUMNS.join(', ')})
  select owner_id, group_key, platform, ${COLUMNS.join(', ')} from json_to_recordset($1::json)
    as r(owner_id text, group_key text, platform text, ${COLUMNS.map((column) => `${column} int`).join(', ')})
  on conflict (owner_id, group_key) do update set
    ${COLUMNS.map((column) => `${column} = g.${column} + excluded.${column}`).join(', ')}`;

export async function moveCounts(tx: PoolClient, changes: readonly RowChange<CommentRow>[]): Promise<void> {
  const changed = changedCounts(changes);
  if (changed.length > 0) await tx.query(ADD_CHANGES, [JSON.stringify(changed)]);
}

function changedCounts(changes: readonly RowChange<CommentRow>[]): readonly GroupRow[] {
  const groups = new Map<string, GroupRow>();
  for (const { before, after } of changes) {
    const row = after ?? before;
    const [from, to] = [countedAs(before), countedAs(after)];
    if (!row || from === to) continue;
    const { owner_id, group_key, platform } = row;
    const key = `${owner_id} ${group_key}`;
    const group = groups.get(key) ?? { owner_id, group_key, platform, ...NO_COMMENTS };
    if (from) group[from] -= 1;
    if (to) group[to] += 1;
    groups.set(key, group);
  }
  return [...groups.values()];
}

const countedAs = (row: CommentRow | undefined): CommentStatus | null =>
  row && !row.is_hidden ? row.status : null;
