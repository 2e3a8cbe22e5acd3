import { useSyncExternalStore } from 'react';

/** The ids of the posts that the user has chosen for one change. A part that loads later chooses them and shows the changes. */
let chosen: ReadonlySet<number> = new Set();
const listeners = new Set<() => void>();

export const chosenPosts = (): ReadonlySet<number> => chosen;

export function choosePosts(ids: Iterable<number>): void {
  chosen = new Set(ids);
  listeners.forEach((changed) => {
    changed();
  });
}

/** Chooses the post, or no longer. */
export function toggleChosen(id: number): void {
  const others = [...chosen].filter((each) => each !== id);
  choosePosts(chosen.has(id) ? others : [...others, id]);
}

export const useChosenPosts = (): ReadonlySet<number> =>
  useSyncExternalStore(subscribe, chosenPosts, chosenPosts);

/** Null while no post is chosen. */
export function useIsChosen(id: number): boolean | null {
  const isChosen = () => (chosen.size === 0 ? null : chosen.has(id));
  return useSyncExternalStore(subscribe, isChosen, isChosen);
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => {
    listeners.delete(changed);
  };
}
