import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { STAYS_SHOWN, type Page } from '#lib/paged-list.ts';
import { commentsQuery, liveComments, summaryQuery, type GroupPlace } from '../api/comments.ts';
import { commentsShown } from '../model/comments-shown.ts';
import { allInSight, groupsInSight, isNews, type InSight } from '../model/held-back.ts';
import { isCounted, isFiltered, isListed, type InboxFilter } from '../model/inbox-filter.ts';
import { inboxRows } from '../model/inbox-rows.ts';
import { headingOf, postGroups, type PostGroup } from '../model/post-groups.ts';

/** A page of one group, which is loading (`page` is undefined), loaded or failed. */
type GroupPage = Readonly<{ place: GroupPlace; page: Page<CommentView> | undefined; hasFailed: boolean }>;

const NO_GROUPS: readonly PostGroup[] = [];
const NO_COMMENTS: readonly CommentView[] = [];
/** The state before the lists have loaded: no comment is in sight. */
const NOTHING_IN_SIGHT: InSight = { ids: new Set(), oldest: null, order: [], open: new Set() };

/** Returns the filtered list as rows. Newly arrived comments wait in `news` until `showNews`.
 * @param answered the comment to which the user is writing a reply. This comment stays in the list, even if another window changes it.
 */
export function useInboxList(filter: InboxFilter, answered: CommentView | null) {
  const first = useQuery({ ...commentsQuery(filter), ...STAYS_SHOWN });
  const summary = useQuery({ ...summaryQuery(filter), ...STAYS_SHOWN });
  const { data: changes } = useQuery(liveComments.changesQuery);
  const list = JSON.stringify(filter);
  const { pages, load } = useGroupPages(filter, list);

  const [visibleState, setVisibleState] = useState<Readonly<{ list: string; inSight: InSight }> | null>(null);
  const keptComment =
    answered && visibleState?.list === list && visibleState.inSight.ids.has(answered.id) ? answered : null;
  const comments = useMemo(() => {
    const all = first.data ? [first.data, ...pages.flatMap(({ page }) => page ?? [])] : [];
    return all.length > 0 ? commentsShown(all, changes, filter, keptComment) : NO_COMMENTS;
  }, [first.data, pages, changes, filter, keptComment]);
  const groups = useMemo(() => (summary.data ? postGroups(summary.data.groups) : NO_GROUPS), [summary.data]);
  const isLoading = first.isPlaceholderData || summary.isPlaceholderData;

  const loaded = () => ({
    comments,
    groups,
    opensAll: isFiltered(filter),
    oldest: first.data?.next == null ? null : (first.data.items.at(-1)?.createdAt ?? null),
  });
  const inSight = visibleState?.inSight ?? NOTHING_IN_SIGHT;
  // If the user sees no comments, new comments appear immediately, because no line moves.
  const isOnlyNews =
    groups.length > 0 && comments.length > 0 && comments.every((one) => isNews(one, inSight));
  if (!isLoading && first.data && summary.data && (visibleState?.list !== list || isOnlyNews))
    setVisibleState({ list, inSight: allInSight(loaded()) });
  const [toggledGroups, setToggledGroups] = useState<ReadonlyMap<string, boolean>>(new Map());

  const [shown, news] = useMemo(() => {
    const waiting = visibleState?.list === list ? comments.filter((comment) => isNews(comment, inSight)) : [];
    return [waiting.length > 0 ? comments.filter((one) => !waiting.includes(one)) : comments, waiting];
  }, [comments, inSight, list, visibleState]);
  const isOpen = useCallback(
    (key: string) => toggledGroups.get(key) ?? inSight.open.has(key),
    [toggledGroups, inSight],
  );
  const isWholeList = first.data?.next == null;
  const rows = useMemo(() => {
    const isCountedHere = (comment: CommentView) => isCounted(comment, filter) && isListed(comment, filter);
    const unfinishedHeadings = new Set(
      unfinished(groups, comments.filter(isCountedHere), pages).map(({ heading }) => heading),
    );
    const groupsShown = groupsInSight(groups, shown, news.filter(isCountedHere), inSight);
    return inboxRows({
      groups: groupsShown,
      comments: shown,
      counts: isCountedHere,
      isOpen,
      isWhole: (key) => isWholeList || !unfinishedHeadings.has(key),
    });
  }, [groups, comments, shown, news, inSight, isOpen, isWholeList, pages, filter]);

  const toggle = useCallback(
    (key: string) => {
      setToggledGroups((before) => new Map(before).set(key, !(before.get(key) ?? inSight.open.has(key))));
    },
    [inSight],
  );
  const showNews = () => {
    const groupsOfNews = new Set(news.map(({ postId, group }) => headingOf(postId, group.key)));
    setVisibleState({ list, inSight: allInSight(loaded(), [...inSight.open, ...groupsOfNews]) });
    setToggledGroups((before) => new Map([...before].filter(([key]) => !groupsOfNews.has(key))));
  };
  const failed = useMemo(() => {
    const parts = new Set(pages.flatMap(({ place, hasFailed }) => (hasFailed ? [place.group] : [])));
    const ofPost = groups.filter(({ publications }) => publications.some(({ key }) => parts.has(key)));
    return new Set(ofPost.map(({ key }) => key));
  }, [pages, groups]);
  const loadMore = useCallback(
    (heading: string) => {
      const counted = comments.filter((comment) => isCounted(comment, filter) && isListed(comment, filter));
      for (const part of unfinished(groups, counted, pages))
        if (part.heading === heading) load(part.publication);
    },
    [groups, comments, pages, load, filter],
  );
  return {
    rows,
    comments: shown,
    /** The number of new comments in the list, including those that are not loaded, without those in `news`. */
    newCount: groups.reduce((sum, group) => sum + group.new, 0) - news.filter(isNewAndCounted).length,
    counts: summary.data?.counts ?? { new: 0, replied: 0, total: 0 },
    sources: summary.data?.sources ?? [],
    news,
    showNews,
    toggle,
    isLoading,
    /** Loads further pages of a group. `failed`: the keys of groups whose page failed to load. */
    more: { load: loadMore, failed },
    isBusy: useCallback((id: number) => changes.get(id)?.at === Infinity, [changes]),
  };
}

const isNewAndCounted = ({ status, hidden }: CommentView): boolean => status === 'new' && hidden === false;

/** Returns the publications whose comments are not all loaded, each with the key of its heading. */
function unfinished(
  groups: readonly PostGroup[],
  counted: readonly CommentView[],
  pages: readonly GroupPage[],
): readonly Readonly<{ heading: string; publication: string }>[] {
  const whole = new Set(pages.flatMap(({ place, page }) => (page?.next === null ? [place.group] : [])));
  const loaded = new Map<string, number>();
  for (const { group } of counted) loaded.set(group.key, (loaded.get(group.key) ?? 0) + 1);
  return groups.flatMap(({ key: heading, publications }) =>
    publications
      .filter(({ key, total }) => !whole.has(key) && (loaded.get(key) ?? 0) < total)
      .map(({ key: publication }) => ({ heading, publication })),
  );
}

/** Loads pages of single groups, in addition to the first page of the list. */
function useGroupPages(filter: InboxFilter, list: string) {
  const queryClient = useQueryClient();
  const [requested, setRequested] = useState<Readonly<{ list: string; places: readonly GroupPlace[] }>>({
    list,
    places: [],
  });
  const places = requested.list === list ? requested.places : [];
  const results = useQueries({
    queries: places.map((place) => commentsQuery(filter, place)),
    combine: (all) => all.map(({ data, isError }) => ({ data, isError })),
  });
  const pages = useMemo(
    () =>
      results.flatMap(({ data, isError }, index): GroupPage[] => {
        const place = places[index];
        return place ? [{ place, page: data, hasFailed: isError && !data }] : [];
      }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the results change with the places
    [results],
  );
  const load = useCallback(
    (group: string) => {
      const last = pages.findLast(({ place }) => place.group === group);
      if (last?.hasFailed) void queryClient.refetchQueries(commentsQuery(filter, last.place));
      const after = last ? (last.page?.next ?? undefined) : null;
      if (after === undefined) return;
      setRequested((before) => {
        const known = before.list === list ? before.places : [];
        const isKnown = known.some((place) => place.group === group && place.after === after);
        return isKnown ? before : { list, places: [...known, { group, after }] };
      });
    },
    [pages, list, filter, queryClient],
  );
  return { pages, load };
}
