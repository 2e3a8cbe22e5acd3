import type { DraftView, SaveDraftRequest } from '@posthorn/contracts/scheduling/drafts.http';
import type { KeptDraft } from '../../model/composer/post-draft.ts';
import type { DraftCopy } from '../../model/drafts/draft-copies.ts';

/** The callbacks of the form, which may change while the form is open. */
export type FormOfDraft = Readonly<{
  requestOf: (draft: KeptDraft) => SaveDraftRequest;
  /** Receives the id of the draft, and each new id. */
  onId: (id: string) => void;
}>;

/** The arguments of a `DraftSaver`. */
export type SaverParts = Readonly<{
  userId: string;
  id: string;
  /** The form at the start, as JSON. */
  start: string;
  /** Whether the form contains nothing from the user. In this case, there is no draft. */
  isEmpty: (draft: KeptDraft) => boolean;
  /** The revision that the form began with; null: the server has none. */
  base: number | null;
  /** The copy that the form started with, which the server may not have; null: the form started with the server's text, or empty. */
  unsaved: DraftCopy | null;
  form: FormOfDraft;
  onSaved: (draft: DraftView) => void;
  onClosed: () => void;
}>;
