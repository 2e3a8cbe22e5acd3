import {
  addLink,
  changeLink,
  changeLinkPage,
  changePageAccount,
  removeLink,
  showPostOnPage,
  type AddLinkRequest,
  type ChangeLinkRequest,
  type LinkPageChange,
  type LinkPageView,
} from '@posthorn/contracts/link-tree/link-page.http';
import { useMutationState, type QueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';
import { updateCached } from '#lib/optimistic-updates.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { placedAfter } from '../model/link-order.ts';
import { EDITOR_TEXT } from '../messages/editor.en.ts';
import { linkPageQuery } from './link-page.ts';

/** The key of all mutations of the page. The preview reloads after each mutation with this key, including a new photo. */
export const PAGE_CHANGE = ['link-page'] as const;

/** Returns a number that changes after each successful change of the page. */
export const useSavedChanges = (): number =>
  useMutationState({
    filters: { mutationKey: PAGE_CHANGE, status: 'success' },
    select: ({ state }) => state.submittedAt,
  }).reduce((latest, at) => Math.max(latest, at), 0);

export const NOT_SAVED = { title: EDITOR_TEXT.notSaved, again: EDITOR_TEXT.again };

/** Shows a change of the page immediately. Reverts it with a message when the server refuses. */
const useOptimisticChange = <Change>(
  sendChange: (change: Change) => Promise<unknown>,
  applyTo: (page: LinkPageView, change: Change) => LinkPageView,
) =>
  useDeclaredMutation({
    mutationKey: PAGE_CHANGE,
    // Changes run one after the other.
    scope: { id: 'link-page' },
    send: sendChange,
    optimistic: async (cache, changeMade) => {
      await cache.cancelQueries(linkPageQuery);
      updateCached(linkPageQuery, applyTo)(cache, changeMade);
      return undefined;
    },
    onDone: reloadPage,
    onRefused: (cache) => {
      void reloadPage(cache);
    },
    failure: NOT_SAVED,
  });

/** Reloads the page. Waits while other changes run, because the response would overwrite their optimistic state. */
const reloadPage = (cache: QueryClient): Promise<void> | undefined =>
  cache.isMutating({ mutationKey: PAGE_CHANGE }) > 1 ? undefined : cache.invalidateQueries(linkPageQuery);

export const useChangePage = () =>
  useOptimisticChange(
    (change: LinkPageChange) => send(changeLinkPage, change),
    (page, change) => ({ ...page, ...change }),
  );

export const useShowLink = () =>
  useOptimisticChange(
    ({ id, shown }: Readonly<{ id: string; shown: boolean }>) =>
      send(changeLink, { shown }, { params: { id } }),
    (page, { id, shown }) => ({
      ...page,
      links: page.links.map((link) => (link.id === id ? { ...link, shown } : link)),
    }),
  );

export const useRemoveLink = () =>
  useOptimisticChange(
    (id: string) => send(removeLink, undefined, { params: { id } }),
    (page, id) => ({ ...page, links: page.links.filter((link) => link.id !== id) }),
  );

/** `after`: the id of the previous item; null: the item is first. */
type PlacedItem = Readonly<{ id: string; after: string | null }>;

/** Sends the position of one link, so that moves in other windows are kept. */
export const usePlaceLink = () =>
  useOptimisticChange(
    ({ id, after }: PlacedItem) => send(changeLink, { after }, { params: { id } }),
    (page, placed) => ({ ...page, links: placedAfter(page.links, ({ id }) => id, placed) }),
  );

export const usePlaceAccount = () =>
  useOptimisticChange(
    ({ id, after }: PlacedItem) =>
      send(
        changePageAccount,
        { after: after === null ? null : Number(after) },
        { params: { accountId: id } },
      ),
    (page, placed) => ({
      ...page,
      accounts: placedAfter(page.accounts, ({ accountId }) => String(accountId), placed),
    }),
  );

export const useShowAccount = () =>
  useOptimisticChange(
    ({ accountId, shown }: Readonly<{ accountId: number; shown: boolean }>) =>
      send(changePageAccount, { shown }, { params: { accountId } }),
    (page, { accountId, shown }) => ({
      ...page,
      accounts: page.accounts.map((each) => (each.accountId === accountId ? { ...each, shown } : each)),
    }),
  );

export const useShowPost = () =>
  useOptimisticChange(
    ({ postId, shown }: Readonly<{ postId: number; shown: boolean }>) =>
      send(showPostOnPage, { shown }, { params: { postId } }),
    (page, { postId, shown }) => ({
      ...page,
      posts: page.posts.map((post) => (post.postId === postId ? { ...post, hidden: !shown } : post)),
    }),
  );

/** `changed`: the fields of `all` that the user changed. */
type LinkToSave = Readonly<{ all: AddLinkRequest; changed: ChangeLinkRequest }>;

/** Adds a link (id null) or changes a link. Not optimistic, because the form stays open until the server accepts the link. */
export const useSaveLink = (id: string | null) =>
  useDeclaredMutation({
    mutationKey: PAGE_CHANGE,
    send: async ({ all, changed }: LinkToSave) => {
      if (id === null) await send(addLink, all);
      else await send(changeLink, changed, { params: { id } });
    },
    onDone: (cache) => cache.invalidateQueries(linkPageQuery),
  });
