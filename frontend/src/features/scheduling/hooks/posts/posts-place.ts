import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ListFilter } from '../../model/post-filter.ts';
import type { Arrival } from './use-arrival.ts';
import { useDebounced } from '#lib/debounced.ts';
import { readPostsSearch, type PostsSearch } from '../../model/posts/posts-search.ts';

/** Browsers limit how often a page changes its address. */
const PAUSE_MS = 200;

const NO_DIALOG = {
  compose: undefined,
  draft: undefined,
  when: undefined,
  edit: undefined,
  at: undefined,
};

/** Each dialog has its own history entry over the filtered list, so Back closes it. `at`: the card to show after a dialog. */
export function useDialogPlace() {
  const navigate = useNavigate();
  return useCallback(
    (dialog: Pick<PostsSearch, 'compose' | 'draft' | 'edit' | 'at'>, replace = false) => {
      void navigate({
        to: '.',
        search: ({ drafts, ...place }) =>
          // The list of drafts has no card of a post.
          readPostsSearch({ ...place, ...NO_DIALOG, ...(!dialog.at && { drafts }), ...dialog }),
        resetScroll: false,
        replace,
      });
    },
    [navigate],
  );
}

/** The filter of the list is part of the address. */
export function useFilterInAddress() {
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

/** Shows the list of drafts. */
export function useDraftsInAddress() {
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

/** The search is part of the address, so Back restores it. */
export function useSearchInAddress(search: string, known: string): void {
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
    // Depends only on the typed text: a link to another search is not reverted.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [q]);
}

/** The card that the address points to. After the arrival it is removed from the address. */
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

/** The selected post: on the screen at once, in the address when the user pauses. */
export function useSelection(inAddress: number | undefined): Selection {
  const navigate = useNavigate();
  const [{ id, known, written }, set] = useState({ id: inAddress, known: inAddress, written: inAddress });
  // Back and links change it as well; the value that this page wrote may be outdated.
  if (known !== inAddress)
    set({ id: inAddress === written ? id : inAddress, known: inAddress, written: inAddress });
  useEffect(() => {
    if (id === known) return undefined;
    const timer = setTimeout(() => {
      set((now) => ({ ...now, written: id }));
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
    set((now) => ({ ...now, id: next }));
  }, []);
  return { id, choose };
}

/** Moves from the details back to the card of the selected post, or to the heading when the list has no such card. */
export function useWayBack(
  selected: number | undefined,
  posts: readonly PostView[],
): readonly [Arrival | null, () => void] {
  const [to, set] = useState<number | null>(null);
  const back = useMemo(
    () =>
      to === null
        ? null
        : {
            id: to,
            onArrived: () => {
              set(null);
            },
          },
    [to],
  );
  const leave = () => {
    const card = posts.find(({ id }) => id === selected);
    if (card) set(card.id);
    else document.querySelector('h1')?.focus();
  };
  return [back, leave];
}
