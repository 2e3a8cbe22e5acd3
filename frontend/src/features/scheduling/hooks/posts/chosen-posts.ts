import { useSyncExternalStore } from 'react';

/**
 * The ids of the posts that the user has chosen for one change. They are not in
 * `SeveralPosts`, because the user can choose posts before the code of `SeveralPosts` is loaded.
 */
let chosen: ReadonlySet<number> = new Set();
const listeners = new Set<() => void>();

export const chosenPosts = (): ReadonlySet<number> => chosen;

export function choosePosts(ids: Iterable<number>): void {
  chosen = new Set(ids);
  listeners.forEach((listener) => {
    listener();
  });
}

/** Chooses the post, or removes it from the chosen posts. */
export function toggleChosen(id: number): void {
  const others = [...chosen].filter((each) => each !== id);
  choosePosts(chosen.has(id) ? others : [...others, id]);
}

export const useChosenPosts = (): ReadonlySet<number> =>
  useSyncExternalStore(subscribe, chosenPosts, chosenPosts);

/** Whether the post is chosen; null: no post is chosen. */
export function useIsChosen(id: number): boolean | null {
  const isChosen = () => (chosen.size === 0 ? null : chosen.has(id));
  return useSyncExternalStore(subscribe, isChosen, isChosen);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
