import type { DraftView, SaveDraftRequest } from '@posthorn/contracts/scheduling/drafts.http';
import type { KeptDraft } from '../../model/composer/post-draft.ts';

/** What may change while the form is open. */
export type FormOfDraft = Readonly<{
  requestOf: (draft: KeptDraft) => SaveDraftRequest;
  /** The draft has this id from now on. */
  onId: (id: string) => void;
}>;

/** What a saver needs to know about its draft and its form. */
export type SaverParts = Readonly<{
  userId: string;
  id: string;
  /** The form at the start, as JSON. */
  start: string;
  /** Whether the form has nothing of the user. Then there is no draft. */
  isEmpty: (draft: KeptDraft) => boolean;
  /** The revision that the form began with; null: the server has none. */
  base: number | null;
  /** The form began with this text, which the server may not have; null: with that of the server, or empty. */
  unsaved: SaveDraftRequest | null;
  form: FormOfDraft;
  onSaved: (draft: DraftView) => void;
  onClosed: () => void;
}>;
