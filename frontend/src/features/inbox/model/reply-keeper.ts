import { signedOutKey } from '#lib/signed-out.ts';
import {
  freeReplyKey,
  readStored,
  removeReply,
  replyKey,
  replyVersions,
  storeReply,
  type ReplyDraft,
  type ReplyVersion,
} from './reply-draft.ts';

/** Keeps the reply of one window in this browser. Never replaces words that another window has stored since. */
export class ReplyKeeper {
  private readonly firstKey: string;
  private key: string;
  /** The JSON that this window last read or stored; null: none. */
  private stored: string | null = null;
  private current: ReplyDraft | null = null;
  private hasStored = false;
  private isOver = false;

  /** Begins with the newest version. */
  constructor(
    private readonly userId: string,
    commentId: number,
  ) {
    this.firstKey = replyKey(userId, commentId);
    this.key = this.firstKey;
    const [newest] = replyVersions(this.firstKey);
    if (newest) this.use(newest);
  }

  get draft(): ReplyDraft | null {
    return this.current;
  }

  /** Continues with another version. The version of this window stays stored. */
  use({ key, stored, draft }: ReplyVersion): void {
    this.key = key;
    this.stored = stored;
    this.current = draft;
    this.hasStored = false;
  }

  /** Stores the text. Removes the version if the text is empty, unless its request has no response yet. */
  keep(change: ReplyDraft): void {
    this.current = { ...this.current, ...change };
    if (this.isOver) return;
    if (this.current.text.trim() === '' && !this.current.sent) {
      this.discard();
      return;
    }
    const stored = readStored(this.key);
    if (stored !== null && stored !== this.stored) this.key = freeReplyKey(this.firstKey);
    this.stored = storeReply(this.key, this.current);
    this.hasStored = true;
  }

  /** Leaves `text` as a version of its own, and begins a new version. Returns the version that was left. */
  setAside(text: string, draftId: string | undefined): ReplyVersion | null {
    if (text.trim() === '') return null;
    if (this.current?.text !== text || this.stored === null) this.keep({ text, draftId });
    const { key, stored, current } = this;
    this.key = freeReplyKey(this.firstKey);
    this.stored = null;
    this.current = null;
    return stored !== null && current ? { key, stored, draft: current } : null;
  }

  /** Removes the version of this window. */
  discard(): void {
    if (this.stored !== null) removeReply({ key: this.key, stored: this.stored });
    this.stored = null;
  }

  /**
   * Returns the id for a reply with this text. A lost response looks like a failure, so the same text keeps its id and never becomes a
   * second reply. A reply that the comment shows has had its response, and may have failed, so its id is not used again.
   */
  replyIdFor(text: string, draftId: string | undefined, shownReply: string | undefined): string {
    const lastSent = this.current?.sent;
    const isRepetition = lastSent?.text === text && lastSent.replyId !== shownReply;
    const replyId = isRepetition ? lastSent.replyId : crypto.randomUUID();
    this.keep({ text, draftId, sent: { text, replyId } });
    return replyId;
  }

  /** The other versions in this browser, the newest first. */
  others(): readonly ReplyVersion[] {
    return replyVersions(this.firstKey).filter(
      ({ key, stored, draft }) => draft.text.trim() !== '' && !(key === this.key && stored === this.stored),
    );
  }

  /** Follows what other windows do with the storage. */
  readonly onStorage = ({ key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>): void => {
    if (key === signedOutKey(this.userId)) this.isOver = true;
    // Another window has replaced the version of this window. So this version moves to a key of its own.
    else if (key === this.key && newValue !== null && newValue !== this.stored && this.hasStored)
      this.keep(this.current ?? { text: '' });
  };
}
