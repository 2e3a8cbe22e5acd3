import { draftKey } from '../../model/composer/post-draft.ts';
import { isUnanswered, noteResponse } from '../../model/composer/unanswered.ts';
import { dropCopy, newDraftId, writeCopy, type DraftCopy } from '../../model/drafts/draft-copies.ts';
import { holdDraft } from '../../model/drafts/draft-hold.ts';

/** The open draft in this browser: its id, its lock, and a copy of changes that the server does not have. */
export class DraftHere {
  private release: () => void = () => undefined;

  constructor(
    readonly userId: string,
    private draftId: string,
  ) {}

  get id(): string {
    return this.draftId;
  }

  /** The storage key of the draft in this browser. */
  get key(): string {
    return draftKey(this.userId, this.draftId);
  }

  /** This browser sent a post of this draft, and got no response. */
  get isUnanswered(): boolean {
    return isUnanswered(this.key);
  }

  /** Shows other windows that this window has the draft open. */
  hold(): void {
    this.release = holdDraft(this.draftId);
  }

  letGo(): void {
    this.release();
  }

  /** Stores a copy. Returns false when the browser has no storage, or its storage is full. */
  keep(copy: Omit<DraftCopy, 'at'>): boolean {
    return writeCopy(this.userId, this.draftId, { ...copy, at: Date.now() });
  }

  drop(): void {
    dropCopy(this.userId, this.draftId);
  }

  /** Deletes the copy, and the note that a post of this draft was sent. */
  forget(): void {
    noteResponse(this.key);
    this.drop();
  }

  /** Gives the draft a new id. */
  renew(): void {
    this.forget();
    this.release();
    this.draftId = newDraftId();
    this.hold();
  }
}
