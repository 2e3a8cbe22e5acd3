import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ListFilter } from '../../model/post-filter.ts';
import type { Arrival } from './use-arrival.ts';
import { useDebounced } from '#lib/debounced.ts';
import { readPostsSearch, type PostsSearch } from '../../model/posts/posts-search.ts';

/** Browsers let a page change its address a few times a second. */
const PAUSE_MS = 200;

const NO_DIALOG = { compose: undefined, edit: undefined, at: undefined };

/** Each dialog is a place of its own over the filtered list, so Back closes it. */
export function useDialogPlace() {
  const navigate = useNavigate();
  return useCallback(
    (dialog: Pick<PostsSearch, 'compose' | 'edit'>) => {
      void navigate({
        to: '.',
        search: (place) => readPostsSearch({ ...place, ...NO_DIALOG, ...dialog }),
        resetScroll: false,
      });
    },
    [navigate],
  );
}

/** Which of the lists is shown is part of the place as well. */
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

/** What is searched for is part of the place that Back leads to. */
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
    // Of what is typed alone: an address that leads here from elsewhere is not put back.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [q]);
}

/** The card that the address leads to; once there, the address is the list's own again. */
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

/** The selected post: at once on the screen, in the address when whoever goes through the list pauses. */
export function useSelection(inAddress: number | undefined): Selection {
  const navigate = useNavigate();
  const [{ id, known, written }, set] = useState({ id: inAddress, known: inAddress, written: inAddress });
  // Back and links change it as well; what we wrote ourselves may be old already.
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

/** The way from the details back to the card of the selected post; to the heading where the list has no such card any more. */
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
