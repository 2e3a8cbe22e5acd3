import { useEffect, useRef, useSyncExternalStore } from 'react';
import { askBeforeLeaving } from '#lib/ask-before-leaving.ts';
import type { DraftSaver } from '../../api/drafts/draft-saver.ts';
import type { SavingState } from '../../api/drafts/saving-status.ts';

const COPY_DELAY_MS = 500;

/** Passes each change of the form to the saver, and stores a copy in this browser within half a second. With null, saves nothing. */
export function useSavedDraft(saver: DraftSaver | null, text: string): SavingState {
  const passedText = useRef(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!saver || passedText.current === text) return;
    passedText.current = text;
    saver.note(text);
    // Further changes do not restart the timer, so that the copy is also stored while the user types without a pause.
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      saver.keepHere();
    }, COPY_DELAY_MS);
  }, [saver, text]);
  useEffect(() => {
    if (!saver) return undefined;
    const close = saver.open();
    // A link to another site leaves the document without unmounting the form.
    const onPageHide = () => {
      saver.keepHere();
    };
    const onVisibilityChange = () => {
      if (document.visibilityState !== 'hidden') return;
      saver.keepHere();
      void saver.flush();
    };
    const stopAsking = askBeforeLeaving(() => !saver.keepHere());
    globalThis.addEventListener('pagehide', onPageHide);
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      stopAsking();
      globalThis.removeEventListener('pagehide', onPageHide);
      document.removeEventListener('visibilitychange', onVisibilityChange);
      clearTimeout(timer.current);
      close();
    };
  }, [saver]);
  const view = useSyncExternalStore(saver?.subscribe ?? subscribeToNothing, saver?.snapshot ?? noSnapshot);
  return view?.state ?? 'none';
}

const subscribeToNothing = () => () => undefined;
const noSnapshot = () => null;
