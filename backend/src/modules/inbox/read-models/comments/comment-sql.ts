import type { CommentFilter } from './comment-filter.ts';
import { POSTS_VIEW, PUBLICATIONS_VIEW } from '../publications/publications.projection.ts';
import { SETTINGS_VIEW } from '../settings/settings.projection.ts';
import { COMMENTS_VIEW, COMMENT_WORDS_VIEW } from './comment-list.projection.ts';

/** SQL that joins the publication (`p`) and the post (`w`) of a comment `c`. */
export const POST = `left join ${PUBLICATIONS_VIEW} p on p.account_id = c.account_id and p.remote_id = c.post_remote_id
  left join ${POSTS_VIEW} w on w.post_id = coalesce(c.post_id, p.post_id)`;

/** SQL for the digests of authors whom the owner `$1` has blocked. */
export const BLOCKED = `coalesce((select array(select json_array_elements_text(blocked))
  from ${SETTINGS_VIEW} where user_id = $1), '{}'::text[])`;

/** SQL for comments `m` of the owner `$1`. `place`: the table whose index has the order of the list. In a search, this is `s`, the table of words. */
export type Matching = Readonly<{
  from: string;
  place: 's' | 'm';
  where: string;
  /** All parameters, starting with `$1`. */
  values: readonly unknown[];
}>;

/** SQL for comments that match a filter, without comments of blocked authors. Only `status` null and `hidden` include hidden comments. */
export function matching(ownerId: string, { status, platform, group, words }: CommentFilter): Matching {
  const values: unknown[] = [ownerId];
  const place = words.length > 0 ? 's' : 'm';
  const parts = ['m.owner_id = $1', `m.author_mac <> all(${BLOCKED})`];
  if (place === 's') parts.push('s.owner_id = $1');
  const add = (sql: string, value: unknown) => {
    values.push(value);
    parts.push(`${sql} $${String(values.length)}`);
  };
  if (status !== null) parts.push(status === 'hidden' ? 'm.is_hidden' : 'not m.is_hidden');
  if (status === 'replied') parts.push(`m.status in ('ai_reply', 'manual_reply')`);
  else if (status !== null && status !== 'hidden') add('m.status =', status);
  if (platform !== null) add('m.platform =', platform);
  if (group !== null) add('m.group_key =', group);
  // Adds one condition for each word, because no index supports `like all`.
  for (const word of words) add('s.words like', containing(word));
  const comments = `${COMMENTS_VIEW} m`;
  const from = place === 's' ? `${COMMENT_WORDS_VIEW} s join ${comments} using (comment_id)` : comments;
  return { from, place, where: parts.join(' and '), values };
}

/** Returns a pattern that matches a text with this word. */
const containing = (word: string): string => `%${word.replace(/[\\%_]/gu, String.raw`\$&`)}%`;
