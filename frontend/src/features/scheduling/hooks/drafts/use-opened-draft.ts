import type { DraftView } from '@posthorn/contracts/scheduling/drafts.http';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { codeOf } from '#lib/api-client.ts';
import { failureToast } from '#ui/declared-mutation.ts';
import { toast } from '#ui/toast-store.ts';
import { draftQuery } from '../../api/drafts/drafts.ts';
import { DRAFTS_TEXT } from '../../messages/drafts.en.ts';
import type { KeptDraft } from '../../model/composer/post-draft.ts';
import { newDraftId, readCopy, type DraftCopy } from '../../model/drafts/draft-copies.ts';
import { keptOfDraft } from '../../model/drafts/draft-request.ts';

type Opening = Readonly<{
  /** The number of drafts that the form has opened before. */
  attempt: number;
  id: string;
  /** The copy in this browser, with changes that the server does not have. */
  copy: DraftCopy | null;
  /** The version of another device that the user chose; null: none. */
  theirs: DraftView | null;
  isNew: boolean;
}>;

/** The draft in the form. The form loads it once, because the text that the user then writes is newer. */
export type OpenedDraft = Readonly<{
  attempt: number;
  id: string;
  /** Null: the form is empty. */
  kept: KeptDraft | null;
  base: number | null;
  /** The copy in this browser, with changes that the server may not have yet. */
  unsaved: DraftCopy | null;
  isPending: boolean;
  /** Gives the open form another draft id. */
  setId: (id: string) => void;
  /** Opens this version of a draft; null opens an empty form. */
  open: (draft: DraftView | null) => void;
}>;

type Owner = Readonly<{ id: string; zone: string }>;

export function useOpenedDraft(
  { id: userId, zone }: Owner,
  inUrl: string | undefined,
  onFailed: () => void,
): OpenedDraft {
  const begin = (attempt: number, id?: string): Opening => ({
    attempt,
    id: id ?? newDraftId(),
    copy: id === undefined ? null : readCopy(userId, id),
    theirs: null,
    isNew: id === undefined,
  });
  const [knownUrl, setKnownUrl] = useState(inUrl);
  const [opening, setOpening] = useState(() => begin(0, inUrl));
  // Back and links may lead to another draft. A URL that this form wrote has the id of its own draft.
  if (knownUrl !== inUrl) {
    setKnownUrl(inUrl);
    if (inUrl !== undefined && inUrl !== opening.id) setOpening(begin(opening.attempt + 1, inUrl));
  }
  const { attempt, id, copy, theirs, isNew } = opening;
  const isRequested = !isNew && !copy && !theirs;
  const { data, error } = useQuery({ ...draftQuery(id), enabled: isRequested });
  useEffect(() => {
    if (!isRequested || !error || data) return;
    const isGone = codeOf(error) === 'scheduling.draft-not-found';
    toast(
      isGone
        ? { title: DRAFTS_TEXT.missing, description: DRAFTS_TEXT.missingHint }
        : failureToast({ title: DRAFTS_TEXT.error, again: DRAFTS_TEXT.openFailed }, error),
    );
    onFailed();
  }, [isRequested, error, data, onFailed]);
  const stored = theirs ?? (isRequested ? data : undefined);
  return {
    attempt,
    id,
    kept: copy ? withoutProposal(copy) : stored ? keptOfDraft(stored, zone) : null,
    base: copy ? copy.base : (stored?.revision ?? null),
    unsaved: copy,
    isPending: isRequested && !data,
    setId: (next) => {
      setOpening((current) => ({ ...current, id: next, isNew: true }));
    },
    open: (draft) => {
      setOpening((current) => ({
        ...begin(current.attempt + 1),
        ...(draft && { id: draft.id, theirs: draft, isNew: false }),
      }));
    },
  };
}

/** Leaves out a time that the form only proposed, so that the form proposes a new time. */
const withoutProposal = ({ fields, media, request }: DraftCopy): KeptDraft => ({
  fields: request.plannedFor ? fields : { ...fields, localTime: '' },
  media,
});
