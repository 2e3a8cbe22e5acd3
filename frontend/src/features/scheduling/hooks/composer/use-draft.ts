import type { MediaFileView } from '@posthorn/contracts/shared/media.http';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { PostFields } from '../../model/composer/post-fields.ts';
import { dropSendingKey } from '../../model/sending-key.ts';
import { dropDraft, readDraft, writeDraft, type KeptDraft } from '../../model/composer/post-draft.ts';

const SAVE_MS = 500;

export type DraftState = 'none' | 'saving' | 'saved' | 'failed';
type Draft = Readonly<{ state: DraftState; drop: () => void }>;

/** Keeps what is being written, at most half a second behind, until `drop`. What equals `untouched` is not worth keeping. */
export function useDraft(
  key: string,
  fields: PostFields,
  media: readonly MediaFileView[],
  untouched: KeptDraft,
): Draft {
  const now = JSON.stringify({ fields, media } satisfies KeptDraft);
  const [stored, setStored] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const [found] = useState(() => JSON.stringify(readDraft(key)));
  const latest = useRef(now);
  const dropped = useRef(false);
  /** What this window found there or put there. */
  const written = useRef(found);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const blank = JSON.stringify(untouched);

  const save = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (dropped.current) return;
    if (latest.current === blank) dropDraft(key);
    else setFailed(!writeDraft(key, JSON.parse(latest.current) as KeptDraft));
    written.current = latest.current;
    setStored(latest.current);
  }, [key, blank]);

  useEffect(() => {
    if (latest.current === now) return;
    latest.current = now;
    // Not put off by each key: whoever types without a pause is saved as well.
    timer.current ??= setTimeout(save, SAVE_MS);
  }, [now, save]);
  useEffect(
    () => () => {
      if (timer.current) save();
    },
    [save],
  );

  useEffect(() => {
    // Who leaves for a platform's page leaves the whole document: nothing is unmounted.
    const leave = () => {
      if (timer.current) save();
    };
    globalThis.addEventListener('pagehide', leave);
    return () => {
      globalThis.removeEventListener('pagehide', leave);
    };
  }, [save]);

  useEffect(() => {
    // Another window has dropped its own words: what stands here and was not kept there is kept now.
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
    const kept = JSON.stringify(readDraft(key));
    // What another window has written there since is its own.
    if (kept === written.current || kept === latest.current) dropDraft(key);
    else dropSendingKey(key);
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
