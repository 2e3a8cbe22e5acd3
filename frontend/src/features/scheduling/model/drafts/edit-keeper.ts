import { signedOutKey } from '#lib/signed-out.ts';
import type { KeptDraft } from '../composer/post-draft.ts';
import {
  editCopiesOf,
  firstKeyOf,
  freeKeyOf,
  readText,
  removeText,
  writeText,
  type EditCopy,
  type EditedPost,
} from './edit-copies.ts';

/** The form at its start, and the form without any change, both as JSON. */
type EditTexts = Readonly<{ start: string; blank: string }>;

/** Keeps the edit of one window in this browser. Never replaces words that another window has stored since. */
export class EditKeeper {
  private key: string;
  /** The stored text that this window last read or wrote; null: none. */
  private own: string | null;
  /** The form that `own` contains; null: none. */
  private kept: string | null;
  private latest: string;
  private isOver = false;

  /** @param copy the version with which the form begins; null: the form begins with the post */
  constructor(
    private readonly post: EditedPost,
    copy: EditCopy | null,
    private readonly texts: EditTexts,
  ) {
    this.key = copy?.key ?? firstKeyOf(post);
    this.own = copy?.text ?? null;
    this.kept = copy && texts.start;
    this.latest = texts.start;
  }

  /** Receives the form, as JSON, after each change. */
  note(text: string): void {
    this.latest = text;
  }

  /** Stores the form, or deletes the stored version when the form has no changes. Returns false when the browser cannot store it. */
  keep(): boolean {
    if (this.isOver) return true;
    if (this.latest === this.texts.blank) {
      this.remove();
      return true;
    }
    const stored = readText(this.key);
    const isSame = this.own !== null && this.kept === this.latest;
    if (isSame && stored === this.own) return true;
    const key = stored === null || stored === this.own ? this.key : freeKeyOf(this.post);
    const text = isSame && this.own !== null ? this.own : this.withTime();
    if (!writeText(key, text)) return false;
    this.key = key;
    this.own = text;
    this.kept = this.latest;
    return true;
  }

  /** Ends the keeping: the post was sent, or the user starts over. */
  drop(): void {
    this.remove();
    this.isOver = true;
  }

  /** Follows what other windows do with the storage. */
  readonly onStorage = ({ key, newValue, oldValue }: StorageEvent): void => {
    if (key === signedOutKey(this.post.userId)) this.isOver = true;
    // Another window deleted its own version, which had replaced the version of this window.
    else if (key === this.key && newValue === null && oldValue !== this.own) this.keep();
  };

  /** The versions of other windows, newest first. */
  others(): readonly EditCopy[] {
    const words =
      this.own !== null && this.kept !== null ? wordsOf(JSON.parse(this.kept) as KeptDraft) : null;
    return editCopiesOf(this.post).filter(
      ({ key, text, draft }) => !(key === this.key && text === this.own) && wordsOf(draft) !== words,
    );
  }

  private remove(): void {
    removeText(this.key, this.own);
    this.own = null;
    this.kept = null;
  }

  private withTime(): string {
    return JSON.stringify({ ...(JSON.parse(this.latest) as KeptDraft), at: Date.now() });
  }
}

const wordsOf = ({ fields, media }: KeptDraft): string => JSON.stringify([fields, media]);

/** Deletes a version. The returned function brings it back. */
export function removeEdit(post: EditedPost, { key, text }: EditCopy): () => void {
  removeText(key, text);
  return () => {
    writeText(readText(key) === null ? key : freeKeyOf(post), text);
  };
}
