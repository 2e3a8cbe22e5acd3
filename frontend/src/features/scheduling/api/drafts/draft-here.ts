import { draftKey } from '../../model/composer/post-draft.ts';
import { isUnanswered, noteResponse } from '../../model/composer/unanswered.ts';
import { dropCopy, newDraftId, writeCopy, type DraftCopy } from '../../model/drafts/draft-copies.ts';
import { holdDraft } from '../../model/drafts/draft-hold.ts';

/** The open draft in this browser: its id, its lock, and a copy of changes that the server does not have. */
export class DraftHere {
  private release: () => void = () => undefined;
  /** The id of the copy. Not the id of the draft when another window has stored a copy of the same draft. */
  private copyId: string;

  /** @param writtenAt when the copy of this window was written; null: it has none */
  constructor(
    readonly userId: string,
    private draftId: string,
    private writtenAt: number | null,
  ) {
    this.copyId = draftId;
  }

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
  keep(copy: DraftCopy): boolean {
    const { copyId } = this;
    const base = copyId === this.draftId ? copy.base : null;
    const keptId = writeCopy(this.userId, copyId, { ...copy, base }, this.writtenAt);
    if (keptId === null) return false;
    if (keptId !== copyId) this.holdAlso(keptId);
    this.copyId = keptId;
    this.writtenAt = copy.at;
    return true;
  }

  /** Deletes the copy of this window. */
  drop(): void {
    dropCopy(this.userId, this.copyId, this.writtenAt);
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
    this.copyId = this.draftId;
    this.writtenAt = null;
    this.hold();
  }

  /** Prevents that another window sends the copy while this window is open. */
  private holdAlso(id: string): void {
    const [first, second] = [this.release, holdDraft(id)];
    this.release = () => {
      first();
      second();
    };
  }
}
