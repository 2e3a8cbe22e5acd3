import { draftKey } from '../../model/composer/post-draft.ts';
import { isUnanswered, noteAnswer } from '../../model/composer/unanswered.ts';
import { dropCopy, newDraftId, writeCopy, type DraftCopy } from '../../model/drafts/draft-copies.ts';
import { holdDraft } from '../../model/drafts/draft-hold.ts';

/** The open draft in this browser: its id, its lock, and a copy of what the server does not have. */
export class DraftHere {
  private release: () => void = () => undefined;

  constructor(
    readonly userId: string,
    private draftId: string,
  ) {}

  get id(): string {
    return this.draftId;
  }

  /** The name of the draft in this browser. */
  get key(): string {
    return draftKey(this.userId, this.draftId);
  }

  /** A post of this draft was sent, and the server has not answered. */
  get isUnanswered(): boolean {
    return isUnanswered(this.key);
  }

  /** Other windows see that the draft is open here. */
  hold(): void {
    this.release = holdDraft(this.draftId);
  }

  letGo(): void {
    this.release();
  }

  /** False when the browser has no storage, or no room in it. */
  keep(copy: Omit<DraftCopy, 'at'>): boolean {
    return writeCopy(this.userId, this.draftId, { ...copy, at: Date.now() });
  }

  drop(): void {
    dropCopy(this.userId, this.draftId);
  }

  /** Drops the copy, and with it that a post of this draft was sent. */
  forget(): void {
    noteAnswer(this.key);
    this.drop();
  }

  /** Goes on under a new id. */
  renew(): void {
    this.forget();
    this.release();
    this.draftId = newDraftId();
    this.hold();
  }
}
