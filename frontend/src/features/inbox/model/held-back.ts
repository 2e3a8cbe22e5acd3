import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { titleOf } from './group-title.ts';
import { byGroup } from './inbox-rows.ts';
import type { PostGroup } from './post-groups.ts';

/** What the user currently sees. Newer comments wait until the user requests them. */
export type InSight = Readonly<{
  ids: ReadonlySet<number>;
  /** The UTC instant of the oldest loaded comment; null: all comments are loaded. Older comments are not news. */
  oldest: string | null;
  /** The keys of the groups, from top to bottom. */
  order: readonly string[];
  /** The keys of the groups that are open by default. */
  open: ReadonlySet<string>;
}>;

type Loaded = Readonly<{
  comments: readonly CommentView[];
  groups: readonly PostGroup[];
  oldest: string | null;
  /** True for a filtered list: all groups are open, because results must not be collapsed. */
  opensAll: boolean;
}>;

/** Returns the state in which the user sees everything that is loaded. Groups in `open` and groups with new comments are open. */
export function allInSight(
  { comments, groups, oldest, opensAll }: Loaded,
  open: Iterable<string> = [],
): InSight {
  const opened = groups.filter((group) => opensAll || group.new > 0).map(({ key }) => key);
  // Checks the comments too, because the counts of groups come from another request and may miss the newest comment.
  const newComments = comments.filter(({ status, hidden }) => status === 'new' && hidden === false);
  return {
    ids: new Set(comments.map(({ id }) => id)),
    oldest,
    order: [...groups].sort(latestFirst).map(({ key }) => key),
    open: new Set([...open, ...opened, ...byGroup(opensAll ? comments : newComments).keys()]),
  };
}

/** Whether a comment has arrived after the last update of this state. */
export const isNews = ({ id, createdAt }: CommentView, { ids, oldest }: InSight): boolean =>
  !ids.has(id) && (oldest === null || Date.parse(createdAt) > Date.parse(oldest));

/** Returns the groups in their known order. Their counts omit the waiting comments (`news`). New groups come last. */
export function groupsInSight(
  groups: readonly PostGroup[],
  comments: readonly CommentView[],
  news: readonly CommentView[],
  { order }: InSight,
): readonly PostGroup[] {
  const indexOf = new Map(order.map((key, index) => [key, index]));
  const waiting = byGroup(news);
  const known = new Set(groups.map(({ key }) => key));
  const counted = groups.map((group): PostGroup => {
    const waitingHere = waiting.get(group.key) ?? [];
    const newOnes = waitingHere.filter(({ status, hidden }) => status === 'new' && hidden === false);
    return {
      ...group,
      total: group.total - waitingHere.length,
      new: Math.max(0, group.new - newOnes.length),
    };
  });
  // Adds groups whose comments are all hidden, because the server does not return them.
  const loaded = byGroup(comments);
  const uncounted = [...loaded].flatMap(([key, own]): PostGroup[] =>
    known.has(key) ? [] : hiddenGroup(key, own),
  );
  return [...counted.filter(({ key, total }) => total > 0 || loaded.has(key)), ...uncounted].sort(
    (one, other) =>
      (indexOf.get(one.key) ?? Infinity) - (indexOf.get(other.key) ?? Infinity) || latestFirst(one, other),
  );
}

function hiddenGroup(key: string, comments: readonly CommentView[]): PostGroup[] {
  const [first] = comments;
  if (!first) return [];
  const { postId, group, createdAt: latestAt } = first;
  const platforms = [...new Set(comments.map(({ platform }) => platform))];
  const counted = { total: 0, new: 0, hidden: comments.length, publications: [] };
  return [{ key, postId, title: titleOf(group, postId), platforms, latestAt, ...counted }];
}

const latestFirst = (one: PostGroup, other: PostGroup): number =>
  Date.parse(other.latestAt) - Date.parse(one.latestAt) || (one.key < other.key ? -1 : 1);
