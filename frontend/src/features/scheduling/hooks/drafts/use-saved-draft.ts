import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { DraftSaver } from '../../api/drafts/draft-saver.ts';
import type { SavingState } from '../../api/drafts/saving-news.ts';

const HERE_MS = 500;

/** Passes each change of the form on to the saver. In this browser it is stored at most half a second late. Null: nothing is saved. */
export function useSavedDraft(saver: DraftSaver | null, text: string): SavingState {
  const noted = useRef(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!saver || noted.current === text) return;
    noted.current = text;
    saver.note(text);
    // New keys do not delay it, so that a user who types without a pause is saved as well.
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      saver.keepHere();
    }, HERE_MS);
  }, [saver, text]);
  useEffect(() => {
    if (!saver) return undefined;
    const close = saver.open();
    // A link to a platform's page leaves the document without unmounting anything.
    const leave = () => {
      saver.keepHere();
    };
    const hide = () => {
      if (document.visibilityState !== 'hidden') return;
      saver.keepHere();
      void saver.flush();
    };
    globalThis.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', hide);
    return () => {
      globalThis.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', hide);
      clearTimeout(timer.current);
      close();
    };
  }, [saver]);
  const view = useSyncExternalStore(saver?.subscribe ?? never, saver?.snapshot ?? nothing);
  return view?.state ?? 'none';
}

const never = () => () => undefined;
const nothing = () => null;
