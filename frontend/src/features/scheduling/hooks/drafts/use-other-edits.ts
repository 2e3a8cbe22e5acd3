import { useCallback, useSyncExternalStore } from 'react';
import { subscribeCopies } from '../../model/drafts/draft-copies.ts';
import type { EditCopy } from '../../model/drafts/edit-copies.ts';
import type { EditKeeper } from '../../model/drafts/edit-keeper.ts';

/** The versions that other windows keep of the edit, newest first. */
export function useOtherEdits(keeper: EditKeeper): readonly EditCopy[] {
  const snapshot = useCallback(() => JSON.stringify(keeper.others()), [keeper]);
  return JSON.parse(useSyncExternalStore(subscribe, snapshot)) as readonly EditCopy[];
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = subscribeCopies(listener);
  globalThis.addEventListener('storage', listener);
  return () => {
    unsubscribe();
    globalThis.removeEventListener('storage', listener);
  };
}
