import type { MediaFileView } from '@posthorn/contracts/shared/media.http';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { PostFields } from '../../model/composer/post-fields.ts';
import { dropDraft, readDraft, writeDraft, type KeptDraft } from '../../model/composer/post-draft.ts';
import { DraftSaver } from '../../api/drafts/draft-saver.ts';
import type { SavingState } from '../../api/drafts/saving-news.ts';
import { useSavedDraft } from './use-saved-draft.ts';

const SAVE_MS = 500;

type Draft = Readonly<{ state: SavingState; drop: () => void }>;
/** A new post is saved on the server. Edits of a post stay in this browser, under this key. */
export type DraftPlace = DraftSaver | string;

/** Saves the draft until `drop`. */
export function useDraft(
  place: DraftPlace,
  fields: PostFields,
  media: readonly MediaFileView[],
  untouched: KeptDraft,
): Draft {
  const now = JSON.stringify({ fields, media } satisfies KeptDraft);
  const saver = place instanceof DraftSaver ? place : null;
  const state = useSavedDraft(saver, now);
  const here = useDraftHere(typeof place === 'string' ? place : null, now, JSON.stringify(untouched));
  const drop = useCallback(() => {
    saver?.drop();
  }, [saver]);
  return saver ? { state, drop } : here;
}

/** Saves the draft in this browser, at most half a second late. It does not save what equals `blank`. Null: it saves nothing. */
function useDraftHere(key: string | null, now: string, blank: string): Draft {
  const [stored, setStored] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const [found] = useState(() => JSON.stringify(key && readDraft(key)));
  const latest = useRef(now);
  const dropped = useRef(false);
  /** What this window last read or wrote there. */
  const written = useRef(found);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const save = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (dropped.current || key === null) return;
    if (latest.current === blank) dropDraft(key);
    else setFailed(!writeDraft(key, JSON.parse(latest.current) as KeptDraft));
    written.current = latest.current;
    setStored(latest.current);
  }, [key, blank]);

  useEffect(() => {
    if (latest.current === now || key === null) return;
    latest.current = now;
    // New keys do not delay it, so that a user who types without a pause is saved as well.
    timer.current ??= setTimeout(save, SAVE_MS);
  }, [now, key, save]);
  useEffect(
    () => () => {
      if (timer.current) save();
    },
    [save],
  );

  useEffect(() => {
    // A link to a platform's page leaves the document without unmounting anything.
    const leave = () => {
      if (timer.current) save();
    };
    globalThis.addEventListener('pagehide', leave);
    return () => {
      globalThis.removeEventListener('pagehide', leave);
    };
  }, [save]);

  useEffect(() => {
    // Another window has deleted its own draft: this window saves the text that was not saved there.
    const heard = ({ key: changed, newValue, oldValue }: StorageEvent) => {
      if (changed === key && newValue === null && oldValue !== latest.current && latest.current !== blank)
        save();
    };
    globalThis.addEventListener('storage', heard);
    return () => {
      globalThis.removeEventListener('storage', heard);
    };
  }, [key, blank, save]);

  const drop = useCallback(() => {
    dropped.current = true;
    clearTimeout(timer.current);
    timer.current = undefined;
    if (key === null) return;
    const kept = JSON.stringify(readDraft(key));
    // A draft that another window has written since belongs to that window.
    if (kept === written.current || kept === latest.current) dropDraft(key);
  }, [key]);
  const state =
    now === blank
      ? 'none'
      : failed
        ? 'failed'
        : stored === now
          ? 'saved'
          : stored === null
            ? 'none'
            : 'saving';
  return { state, drop };
}
