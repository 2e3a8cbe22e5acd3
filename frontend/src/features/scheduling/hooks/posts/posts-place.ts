import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ListFilter } from '../../model/post-filter.ts';
import type { Arrival } from './use-arrival.ts';
import { useDebounced } from '#lib/debounced.ts';
import { readPostsSearch, type PostsSearch } from '../../model/posts/posts-search.ts';

/** The URL changes only after this pause, because browsers limit the number of changes. */
const PAUSE_MS = 200;

const NO_DIALOG = {
  compose: undefined,
  draft: undefined,
  when: undefined,
  edit: undefined,
  at: undefined,
  from: undefined,
};

/**
 * Opens and closes dialogs through the URL. Each open dialog has its own history entry, so Back closes it. Closing replaces this entry, so
 * Back does not lead to a dialog whose draft or post has ended. A dialog that was opened on the calendar closes to the calendar.
 * `at`: the card to show after a dialog.
 */
export function useDialogInUrl() {
  const navigate = useNavigate();
  const router = useRouter();
  return useCallback(
    (dialog: Pick<PostsSearch, 'compose' | 'draft' | 'edit' | 'at'>, replace = false) => {
      const { from } = readPostsSearch(router.latestLocation.search);
      const closes = !dialog.compose && !dialog.edit;
      if (from && closes && router.history.canGoBack()) {
        router.history.back();
        return;
      }
      void navigate({
        to: '.',
        search: ({ drafts, ...place }) =>
          // Leaves the list of drafts if a card is to be shown, because this list has no cards of posts.
          readPostsSearch({
            ...place,
            ...NO_DIALOG,
            ...(!dialog.at && { drafts }),
            ...dialog,
            // The same dialog stays open and adds the id of its draft, so it still closes to the calendar.
            ...(replace && !closes && { from }),
          }),
        resetScroll: false,
        replace: replace || closes,
      });
    },
    [navigate, router],
  );
}

/** Returns a function that sets the filter in the URL. */
export function useFilterInUrl() {
  const navigate = useNavigate();
  return useCallback(
    (filter: ListFilter) => {
      void navigate({
        to: '.',
        search: ({ q, post }) => readPostsSearch({ filter, q, post }),
        resetScroll: false,
        replace: true,
      });
    },
    [navigate],
  );
}

/** Returns a function that shows the list of drafts. */
export function useDraftsInUrl() {
  const navigate = useNavigate();
  return useCallback(() => {
    void navigate({
      to: '.',
      search: (place) => readPostsSearch({ ...place, drafts: true }),
      resetScroll: false,
      replace: true,
    });
  }, [navigate]);
}

/** Writes the search into the URL, so that Back restores the search. @param known the search that the URL contains */
export function useSearchInUrl(search: string, known: string): void {
  const navigate = useNavigate();
  const q = useDebounced(search, PAUSE_MS);
  useEffect(() => {
    if (q === known) return;
    void navigate({
      to: '.',
      search: (place) => readPostsSearch({ ...place, q }),
      resetScroll: false,
      replace: true,
    });
    // Depends only on the typed text. So a link to another search stays, and the effect does not overwrite it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [q]);
}

/** Returns the card to focus: `at` in the URL. After the card has the focus, removes `at` from the URL. */
export function useArrivalAt(at: number | undefined): Arrival | null {
  const navigate = useNavigate();
  return useMemo(
    () =>
      at === undefined
        ? null
        : {
            id: at,
            onArrived: () =>
              void navigate({
                to: '.',
                search: (all) => {
                  const rest = { ...all };
                  delete rest.at;
                  return rest;
                },
                replace: true,
                resetScroll: false,
              }),
          },
    [at, navigate],
  );
}

type Selection = Readonly<{ id: number | undefined; choose: (id: number | undefined) => void }>;

/** The selected post. The screen shows a selection immediately; the URL changes after a pause. */
export function useSelection(inUrl: number | undefined): Selection {
  const navigate = useNavigate();
  const [{ id, known, written }, setSelection] = useState({ id: inUrl, known: inUrl, written: inUrl });
  // Back and links also change the selection. If the URL contains the value that this page wrote, the newer
  // choice of the user stays.
  if (known !== inUrl) setSelection({ id: inUrl === written ? id : inUrl, known: inUrl, written: inUrl });
  useEffect(() => {
    if (id === known) return undefined;
    const timer = setTimeout(() => {
      setSelection((current) => ({ ...current, written: id }));
      void navigate({
        to: '.',
        search: (place) => readPostsSearch({ ...place, post: id }),
        resetScroll: false,
        replace: true,
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [id, known, navigate]);
  const choose = useCallback((next: number | undefined) => {
    setSelection((current) => ({ ...current, id: next }));
  }, []);
  return { id, choose };
}

/** Moves the focus from the details to the card of the selected post. If the list has no such card, focuses the heading. */
export function useReturnFocus(
  selected: number | undefined,
  posts: readonly PostView[],
): readonly [Arrival | null, () => void] {
  const [targetId, setTargetId] = useState<number | null>(null);
  const back = useMemo(
    () =>
      targetId === null
        ? null
        : {
            id: targetId,
            onArrived: () => {
              setTargetId(null);
            },
          },
    [targetId],
  );
  const leave = () => {
    const card = posts.find(({ id }) => id === selected);
    if (card) setTargetId(card.id);
    else document.querySelector('h1')?.focus();
  };
  return [back, leave];
}
