import type { DraftView, SaveDraftRequest } from '@posthorn/contracts/scheduling/drafts.http';
import type { KeptDraft } from '../../model/composer/post-draft.ts';

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
  /** The text at the start of the form that the server may not have; null: the form started with the server's text, or empty. */
  unsaved: SaveDraftRequest | null;
  form: FormOfDraft;
  onSaved: (draft: DraftView) => void;
  onClosed: () => void;
}>;
