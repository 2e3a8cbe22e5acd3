import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { byGroup } from './inbox-rows.ts';
import type { PostGroup } from './post-groups.ts';

/** What the user currently sees. Newer comments wait until the user asks for them. */
export type InSight = Readonly<{
  ids: ReadonlySet<number>;
  /** UTC instant of the oldest loaded comment; null: all are loaded. Older comments are not news. */
  oldest: string | null;
  /** Keys of the groups, from top to bottom. */
  order: readonly string[];
  /** Keys of the groups that are open unless the user closes them. */
  open: ReadonlySet<string>;
}>;

type Loaded = Readonly<{
  comments: readonly CommentView[];
  groups: readonly PostGroup[];
  oldest: string | null;
  /** Opens each group, because search results must not be collapsed. */
  opensAll: boolean;
}>;

/** Everything that is loaded. Groups with new comments are open, and groups that were open stay open. */
export function allInSight(
  { comments, groups, oldest, opensAll }: Loaded,
  open: Iterable<string> = [],
): InSight {
  const opened = groups.filter((group) => opensAll || group.new > 0).map(({ key }) => key);
  // The counts of groups come from another call, which may miss the newest comment.
  const fresh = comments.filter(({ status, hidden }) => status === 'new' && hidden === false);
  return {
    ids: new Set(comments.map(({ id }) => id)),
    oldest,
    order: [...groups].sort(latestFirst).map(({ key }) => key),
    open: new Set([...open, ...opened, ...byGroup(opensAll ? comments : fresh).keys()]),
  };
}

/** Whether a comment has arrived since. */
export const isNews = ({ id, createdAt }: CommentView, { ids, oldest }: InSight): boolean =>
  !ids.has(id) && (oldest === null || Date.parse(createdAt) > Date.parse(oldest));

/** The groups in their known order, without the waiting comments (`news`) in their counts. New groups come last. */
export function groupsInSight(
  groups: readonly PostGroup[],
  comments: readonly CommentView[],
  news: readonly CommentView[],
  { order }: InSight,
): readonly PostGroup[] {
  const place = new Map(order.map((key, at) => [key, at]));
  const waiting = byGroup(news);
  const known = new Set(groups.map(({ key }) => key));
  const counted = groups.map((group): PostGroup => {
    const held = waiting.get(group.key) ?? [];
    const fresh = held.filter(({ status, hidden }) => status === 'new' && hidden === false);
    return { ...group, total: group.total - held.length, new: Math.max(0, group.new - fresh.length) };
  });
  // The server does not count a group whose comments are all hidden.
  const loaded = byGroup(comments);
  const uncounted = [...loaded].flatMap(([key, own]): PostGroup[] =>
    known.has(key) ? [] : hiddenGroup(key, own),
  );
  return [...counted.filter(({ key, total }) => total > 0 || loaded.has(key)), ...uncounted].sort(
    (one, other) =>
      (place.get(one.key) ?? Infinity) - (place.get(other.key) ?? Infinity) || latestFirst(one, other),
  );
}

function hiddenGroup(key: string, comments: readonly CommentView[]): PostGroup[] {
  const [first] = comments;
  if (!first) return [];
  const { postId, group, createdAt: latestAt } = first;
  const platforms = [...new Set(comments.map(({ platform }) => platform))];
  const counted = { total: 0, new: 0, hidden: comments.length, publications: [] };
  return [{ key, postId, title: group.title, platforms, latestAt, ...counted }];
}

const latestFirst = (one: PostGroup, other: PostGroup): number =>
  Date.parse(other.latestAt) - Date.parse(one.latestAt) || (one.key < other.key ? -1 : 1);
