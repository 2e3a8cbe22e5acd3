import type { MediaFileView } from '@posthorn/contracts/shared/media.http';
import { useCallback, useEffect, useRef, useState } from 'react';
import { askBeforeLeaving } from '#lib/ask-before-leaving.ts';
import type { PostFields } from '../../model/composer/post-fields.ts';
import { dropDraft, readDraft, writeDraft, type KeptDraft } from '../../model/composer/post-draft.ts';
import { DraftSaver } from '../../api/drafts/draft-saver.ts';
import type { SavingState } from '../../api/drafts/saving-status.ts';
import { useSavedDraft } from './use-saved-draft.ts';

const SAVE_MS = 500;

type Draft = Readonly<{ state: SavingState; drop: () => void }>;
/** Saves a new post on the server with a `DraftSaver`. Edits of a post stay in this browser, under a storage key. `before`: the post that the
 * user changes, as text.
 */
export type DraftPlace = DraftSaver | Readonly<{ key: string; before: string }>;

/** Saves the draft after each change, until `drop` ends the saving. */
export function useDraft(
  place: DraftPlace,
  fields: PostFields,
  media: readonly MediaFileView[],
  untouched: KeptDraft,
): Draft {
  const saver = place instanceof DraftSaver ? place : null;
  const local = place instanceof DraftSaver ? null : place;
  const edited = local && { before: local.before };
  const current = JSON.stringify({ fields, media, ...edited } satisfies KeptDraft);
  const state = useSavedDraft(saver, current);
  const localDraft = useLocalDraft(local?.key ?? null, current, JSON.stringify({ ...untouched, ...edited }));
  const drop = useCallback(() => {
    saver?.drop();
  }, [saver]);
  return saver ? { state, drop } : localDraft;
}

/** Saves the draft in this browser within half a second. Deletes a draft that equals `blank`. With the key null, saves nothing. */
function useLocalDraft(key: string | null, current: string, blank: string): Draft {
  const [stored, setStored] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const [initialDraft] = useState(() => JSON.stringify(key && readDraft(key)));
  const hasFailed = useRef(false);
  const latest = useRef(current);
  const dropped = useRef(false);
  /** The draft that this window last read or wrote in the storage. */
  const written = useRef(initialDraft);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const save = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (dropped.current || key === null) return;
    hasFailed.current = false;
    if (latest.current === blank) dropDraft(key);
    else hasFailed.current = !writeDraft(key, JSON.parse(latest.current) as KeptDraft);
    setFailed(hasFailed.current);
    written.current = latest.current;
    setStored(latest.current);
  }, [key, blank]);

  useEffect(() => {
    if (latest.current === current || key === null) return;
    latest.current = current;
    // Further changes do not restart the timer, so that the draft is also saved while the user types without a pause.
    timer.current ??= setTimeout(save, SAVE_MS);
  }, [current, key, save]);
  useEffect(
    () => () => {
      if (timer.current) save();
    },
    [save],
  );

  useEffect(
    () =>
      askBeforeLeaving(() => {
        if (timer.current || failed) save();
        return hasFailed.current;
      }),
    [save, failed],
  );

  useEffect(() => {
    // A link to another site leaves the document without unmounting the form.
    const saveIfPending = () => {
      if (timer.current) save();
    };
    globalThis.addEventListener('pagehide', saveIfPending);
    return () => {
      globalThis.removeEventListener('pagehide', saveIfPending);
    };
  }, [save]);

  useEffect(() => {
    // Another window deleted the stored draft, so this window saves its own text again.
    const onStorage = ({ key: changed, newValue, oldValue }: StorageEvent) => {
      if (changed === key && newValue === null && oldValue !== latest.current && latest.current !== blank)
        save();
    };
    globalThis.addEventListener('storage', onStorage);
    return () => {
      globalThis.removeEventListener('storage', onStorage);
    };
  }, [key, blank, save]);

  const drop = useCallback(() => {
    dropped.current = true;
    clearTimeout(timer.current);
    timer.current = undefined;
    if (key === null) return;
    const kept = JSON.stringify(readDraft(key));
    // Keeps a draft that another window has written since.
    if (kept === written.current || kept === latest.current) dropDraft(key);
  }, [key]);
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
