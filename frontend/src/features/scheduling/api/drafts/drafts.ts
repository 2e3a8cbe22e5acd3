import {
  deleteDraft,
  DRAFT,
  DRAFT_TEXT,
  getDraft,
  listDrafts,
  restoreDraft,
  saveDraft,
  type DraftLine,
  type DraftPage,
  type DraftView,
  type SaveDraftRequest,
} from '@posthorn/contracts/scheduling/drafts.http';
import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type InvalidateQueryFilters,
  type QueryClient,
} from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';
import type { Rollback } from '#lib/optimistic-updates.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { UI_TEXT } from '#ui/messages.en.ts';
import { DRAFTS_TEXT } from '../../messages/drafts.en.ts';
import { CALENDARS, removeFromCalendars } from '../calendar-cache.ts';
import { dropCopy, readCopy, writeCopy, type DraftCopy } from '../../model/drafts/draft-copies.ts';

/** The drafts on the server, last changed first. */
export const draftsQuery = infiniteQueryOptions({
  queryKey: [listDrafts.path],
  queryFn: ({ pageParam, signal }) =>
    send(listDrafts, undefined, { signal, ...(pageParam !== null && { query: { cursor: pageParam } }) }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

/** Each opened form loads the draft from the server, because another device may have changed the draft. The form loads once: the text
 * that the user then writes is newer, and a draft that became a post no longer exists.
 */
export const draftQuery = (id: string) =>
  queryOptions({
    queryKey: [getDraft.path, id],
    queryFn: ({ signal }) => send(getDraft, undefined, { params: { id }, signal }),
    gcTime: 0,
    staleTime: 'static',
  });

/** @param base the revision that the request replaces; null: the server has no revision yet */
export const putDraft = (id: string, request: SaveDraftRequest, base: number | null): Promise<DraftView> =>
  send(saveDraft, request, {
    params: { id },
    ...(base !== null && { headers: { 'if-match': `"${String(base)}"` } }),
  });

/** Deletes the draft only if `base` is its current revision. */
export const deleteRevision = (id: string, base: number): Promise<void> =>
  send(deleteDraft, undefined, { params: { id }, headers: { 'if-match': `"${String(base)}"` } });

type Pages = InfiniteData<DraftPage, string | null>;

/** Puts a saved draft at the top of the list; null removes the draft from the list. */
export function noteDraft(cache: QueryClient, id: string, draft: DraftLine | null): void {
  cache.setQueryData<Pages>(draftsQuery.queryKey, (data) => {
    const [first, ...others] = data?.pages ?? [];
    if (!data || !first) return data;
    const isKnown = data.pages.some(({ items }) => items.some((item) => item.id === id));
    const total = first.total + (draft ? 1 : 0) - (isKnown ? 1 : 0);
    const without = (page: DraftPage) => ({
      ...page,
      total,
      items: page.items.filter((item) => item.id !== id),
    });
    const top = without(first);
    return {
      ...data,
      pages: [{ ...top, items: draft ? [draft, ...top.items] : top.items }, ...others.map(without)],
    };
  });
}

export const LISTS_WITH_DRAFTS: readonly InvalidateQueryFilters[] = [
  { queryKey: [listDrafts.path] },
  CALENDARS,
];

/** Reloads the lists with drafts: visible lists now, others when they appear. */
export const refreshDrafts = (cache: QueryClient): Promise<unknown> =>
  Promise.all(LISTS_WITH_DRAFTS.map((list) => cache.invalidateQueries(list)));

/** `isHere`: only this browser has the draft. `copy`: the copy in this browser, with changes that the server does not have. */
type Removed = Readonly<{ id: string; isHere: boolean; copy: DraftCopy | null }>;

const useRestoreDraft = (userId: string) =>
  useDeclaredMutation({
    send: async ({ id, isHere, copy }: Removed) => {
      if (copy) writeCopy(userId, id, copy, copy.at);
      if (!isHere) await send(restoreDraft, undefined, { params: { id } });
    },
    successToast: { title: UI_TEXT.undone },
    refreshes: LISTS_WITH_DRAFTS,
    failure: { title: DRAFTS_TEXT.error, again: DRAFTS_TEXT.restoreFailed },
  });

/** Removes the draft from the list immediately, and offers an undo. `copy`: the changes that the undo also brings back. */
export function useRemoveDraft(
  userId: string,
): (id: string, isHere: boolean, copy?: DraftCopy | null) => void {
  const { mutate: restore } = useRestoreDraft(userId);
  const { mutate } = useDeclaredMutation({
    send: async ({ id, isHere }: Removed) => {
      if (!isHere) await send(deleteDraft, undefined, { params: { id } });
    },
    optimistic: async (cache, { id, copy }): Promise<Rollback> => {
      await cache.cancelQueries({ queryKey: draftsQuery.queryKey });
      const before = cache.getQueryData(draftsQuery.queryKey);
      if (copy) dropCopy(userId, id, copy.at);
      noteDraft(cache, id, null);
      await removeFromCalendars(cache, id);
      return () => {
        if (copy) writeCopy(userId, id, copy, copy.at);
        cache.setQueryData(draftsQuery.queryKey, before);
      };
    },
    successToast: (_, removed) => ({
      title: DRAFTS_TEXT.deleted,
      description: DRAFTS_TEXT.deletedHint,
      seconds: DRAFT.undoSeconds,
      undo: () => {
        restore(removed);
      },
    }),
    refreshes: LISTS_WITH_DRAFTS,
    failure: { title: DRAFTS_TEXT.error, again: DRAFT_TEXT.deleteFailed },
  });
  return (id, isHere, copy = readCopy(userId, id)) => {
    if (!isHere || copy) mutate({ id, isHere, copy });
  };
}
