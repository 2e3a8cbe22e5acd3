import type { MediaFileView } from '@posthorn/contracts/shared/media.http';
import { useCallback, useEffect, useRef, useState } from 'react';
import { askBeforeLeaving } from '#lib/ask-before-leaving.ts';
import type { PostFields } from '../../model/composer/post-fields.ts';
import type { KeptDraft } from '../../model/composer/post-draft.ts';
import type { EditKeeper } from '../../model/drafts/edit-keeper.ts';
import { DraftSaver } from '../../api/drafts/draft-saver.ts';
import type { SavingState } from '../../api/drafts/saving-status.ts';
import { useSavedDraft } from './use-saved-draft.ts';

const SAVE_MS = 500;

type Draft = Readonly<{ state: SavingState; drop: () => void }>;
/** Saves a new post on the server with a `DraftSaver`. Edits of a post stay in this browser, with an `EditKeeper`. `before`: the post that the
 * user changes, as text.
 */
export type DraftPlace = DraftSaver | Readonly<{ keeper: EditKeeper; before: string }>;

/** Saves the draft after each change, until `drop` ends the saving. */
export function useDraft(
  place: DraftPlace,
  fields: PostFields,
  media: readonly MediaFileView[],
  untouched: KeptDraft,
): Draft {
  const saver = place instanceof DraftSaver ? place : null;
  const edit = place instanceof DraftSaver ? null : place;
  const current = textOf({ fields, media }, edit?.before);
  const state = useSavedDraft(saver, current);
  const keptEdit = useKeptEdit(edit?.keeper ?? null, current, textOf(untouched, edit?.before));
  const drop = useCallback(() => {
    saver?.drop();
  }, [saver]);
  return saver ? { state, drop } : keptEdit;
}

/** Returns a form as JSON. `before`: the post that the user changes; undefined: a new post. */
export const textOf = ({ fields, media }: KeptDraft, before: string | undefined): string =>
  JSON.stringify({ fields, media, ...(before !== undefined && { before }) } satisfies KeptDraft);

/** Keeps the edit in this browser within half a second. `blank`: the form without changes. With the keeper null, keeps nothing. */
function useKeptEdit(keeper: EditKeeper | null, current: string, blank: string): Draft {
  const [stored, setStored] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const latest = useRef(current);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Returns false when the browser cannot store the edit. */
  const save = useCallback((): boolean => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (!keeper) return true;
    const isKept = keeper.keep();
    setFailed(!isKept);
    setStored(latest.current);
    return isKept;
  }, [keeper]);

  useEffect(() => {
    if (latest.current === current || !keeper) return;
    latest.current = current;
    keeper.note(current);
    // Further changes do not restart the timer, so that the edit is also kept while the user types without a pause.
    timer.current ??= setTimeout(save, SAVE_MS);
  }, [current, keeper, save]);
  useEffect(
    () => () => {
      if (timer.current) save();
    },
    [save],
  );

  useEffect(() => {
    if (!keeper) return undefined;
    // A link to another site leaves the document without unmounting the form.
    const saveIfPending = () => {
      if (timer.current) save();
    };
    const stopAsking = askBeforeLeaving(() => (timer.current !== undefined || failed) && !save());
    globalThis.addEventListener('pagehide', saveIfPending);
    globalThis.addEventListener('storage', keeper.onStorage);
    return () => {
      stopAsking();
      globalThis.removeEventListener('pagehide', saveIfPending);
      globalThis.removeEventListener('storage', keeper.onStorage);
    };
  }, [keeper, failed, save]);

  const drop = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setFailed(false);
    keeper?.drop();
  }, [keeper]);
  const state =
    current === blank
      ? 'none'
      : failed
        ? 'failed'
        : stored === current
          ? 'saved'
          : stored === null
            ? 'none'
            : 'saving';
  return { state, drop };
}
