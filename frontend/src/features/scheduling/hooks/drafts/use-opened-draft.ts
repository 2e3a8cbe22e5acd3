import type { DraftView, SaveDraftRequest } from '@posthorn/contracts/scheduling/drafts.http';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { codeOf } from '#lib/api-client.ts';
import { refusal } from '#ui/declared-mutation.ts';
import { toast } from '#ui/toast-store.ts';
import { draftQuery } from '../../api/drafts/drafts.ts';
import { DRAFTS_TEXT } from '../../messages/drafts.en.ts';
import type { KeptDraft } from '../../model/composer/post-draft.ts';
import { newDraftId, readCopy, type DraftCopy } from '../../model/drafts/draft-copies.ts';
import { keptOfDraft } from '../../model/drafts/draft-request.ts';

type Opening = Readonly<{
  /** Grows with each draft that the form opens. */
  attempt: number;
  id: string;
  /** What only this browser has of it. */
  copy: DraftCopy | null;
  theirs: DraftView | null;
  isNew: boolean;
}>;

/** The draft in the form. It is read once, because what the user writes is newer. */
export type OpenedDraft = Readonly<{
  attempt: number;
  id: string;
  /** Null: the form is empty. */
  kept: KeptDraft | null;
  base: number | null;
  /** The server may not have this of it yet. */
  unsaved: SaveDraftRequest | null;
  isPending: boolean;
  /** The open form has another id from now on. */
  setId: (id: string) => void;
  /** Opens this version, or an empty form. */
  open: (draft: DraftView | null) => void;
}>;

type Owner = Readonly<{ id: string; zone: string }>;

export function useOpenedDraft(
  { id: userId, zone }: Owner,
  inAddress: string | undefined,
  onFailed: () => void,
): OpenedDraft {
  const begin = (attempt: number, id?: string): Opening => ({
    attempt,
    id: id ?? newDraftId(),
    copy: id === undefined ? null : readCopy(userId, id),
    theirs: null,
    isNew: id === undefined,
  });
  const [known, setKnown] = useState(inAddress);
  const [opening, set] = useState(() => begin(0, inAddress));
  // Back and links lead to another draft. The address that this form wrote has its own id.
  if (known !== inAddress) {
    setKnown(inAddress);
    if (inAddress !== undefined && inAddress !== opening.id) set(begin(opening.attempt + 1, inAddress));
  }
  const { attempt, id, copy, theirs, isNew } = opening;
  const isAsked = !isNew && !copy && !theirs;
  const { data, error } = useQuery({ ...draftQuery(id), enabled: isAsked });
  useEffect(() => {
    if (!isAsked || !error || data) return;
    const isGone = codeOf(error) === 'scheduling.draft-not-found';
    toast(
      isGone
        ? { title: DRAFTS_TEXT.missing, description: DRAFTS_TEXT.missingHint }
        : refusal({ title: DRAFTS_TEXT.error, again: DRAFTS_TEXT.openFailed }, error),
    );
    onFailed();
  }, [isAsked, error, data, onFailed]);
  const stored = theirs ?? (isAsked ? data : undefined);
  return {
    attempt,
    id,
    kept: copy ?? (stored ? keptOfDraft(stored, zone) : null),
    base: copy ? copy.base : (stored?.revision ?? null),
    unsaved: copy?.request ?? null,
    isPending: isAsked && !data,
    setId: (next) => {
      set((now) => ({ ...now, id: next, isNew: true }));
    },
    open: (draft) => {
      set((now) => ({
        ...begin(now.attempt + 1),
        ...(draft && { id: draft.id, theirs: draft, isNew: false }),
      }));
    },
  };
}
