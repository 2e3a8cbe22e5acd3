import type { RowChange } from '#infrastructure/readers/keyed-rows.ts';
import type { PoolClient } from 'pg';
import type { CommentRow } from './fold-comment.ts';

/**
 * Its author's names and its words as a search compares them, apart from the row: that one is written anew whenever a comment is read
 * or answered, and these only when it is edited. Gone in the same step as the words themselves.
 */
export const WORDS_TABLE =
  'comment_id bigint primary key, owner_id text not null, created_at timestamptz not null, words text not null';

/**
 * Owner and three letters at a time, so that a search for what nobody wrote reads next to nothing. Without the two extensions, which an
 * installation on a server of its own may lack (`400-inbox`), it reads the words of its owner in the order of the list.
 */
export const WORDS_INDEXES = [
  'create index inbox_comment_words_page on {schema}.inbox_comment_words (owner_id, created_at desc, comment_id desc)',
  `do $$ begin
     create index inbox_comment_words_search on {schema}.inbox_comment_words using gin (owner_id, words gin_trgm_ops);
   exception when undefined_object then null;
   end $$`,
] as const;

/** Null: nothing is left of them, or nobody may keep them. */
function wordsOf(row: CommentRow | undefined): string | null {
  if (!row || row.state.gone !== null || row.state.isExpired) return null;
  const { handle = '', name = null } = row.state.seen?.author ?? {};
  return `${name ?? ''} ${handle} ${row.text}`.toLowerCase();
}

export async function writeWords(tx: PoolClient, changes: readonly RowChange<CommentRow>[]): Promise<void> {
  const moved = changes.flatMap(({ before, after }) => {
    const words = wordsOf(after);
    return words !== wordsOf(before) && after ? [{ ...after, words }] : [];
  });
  const kept = moved.flatMap(({ comment_id, owner_id, created_at, words }) =>
    words === null ? [] : [{ comment_id, owner_id, created_at, words }],
  );
  const gone = moved.flatMap(({ comment_id, words }) => (words === null ? [comment_id] : []));
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
