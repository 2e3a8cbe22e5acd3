import type { RowChange } from '#infrastructure/readers/keyed-rows.ts';
import type { PoolClient } from 'pg';
import type { CommentRow } from './fold-comment.ts';

/**
 * The names of the author and the text, in the form that a search needs. They are in a separate table, because they change only with an
 * edit, while the row changes whenever the comment is read or answered. One step erases the text in both tables.
 */
export const WORDS_TABLE =
  'comment_id bigint primary key, owner_id text not null, created_at timestamptz not null, words text not null';

/**
 * An index by list order, and an index of the owner and of groups of three letters. With the second, a search without results reads little.
 * A database server of the operator may lack the two extensions that the second index needs (`400-inbox`). Without these extensions, a
 * search reads all texts of the owner in the order of the list.
 */
export const WORDS_INDEXES = [
  'create index inbox_comment_words_page on {schema}.inbox_comment_words (owner_id, created_at desc, comment_id desc)',
  `do $$ begin
     create index inbox_comment_words_search on {schema}.inbox_comment_words using gin (owner_id, words gin_trgm_ops);
   exception when undefined_object then null;
   end $$`,
] as const;

/** Returns the text for the search; null: the text is erased. */
function wordsOf(row: CommentRow | undefined): string | null {
  if (!row || row.state.gone !== null || row.state.isExpired) return null;
  const { handle = '', name = null } = row.state.seen?.author ?? {};
  return `${name ?? ''} ${handle} ${row.text}`.toLowerCase();
}

export async function writeWords(tx: PoolClient, changes: readonly RowChange<CommentRow>[]): Promise<void> {
  const changed = changes.flatMap(({ before, after }) => {
    const words = wordsOf(after);
    return words !== wordsOf(before) && after ? [{ ...after, words }] : [];
  });
  const kept = changed.flatMap(({ comment_id, owner_id, created_at, words }) =>
    words === null ? [] : [{ comment_id, owner_id, created_at, words }],
  );
  const gone = changed.flatMap(({ comment_id, words }) => (words === null ? [comment_id] : []));
  if (kept.length > 0)
    await tx.query(
      `insert into inbox_comment_words (comment_id, owner_id, created_at, words)
       select * from json_to_recordset($1::json) as r(comment_id bigint, owner_id text, created_at timestamptz, words text)
       on conflict (comment_id) do update set words = excluded.words`,
      [JSON.stringify(kept)],
    );
  if (gone.length > 0)
    await tx.query('delete from inbox_comment_words where comment_id = any($1::bigint[])', [gone]);
}
