import { draftKey, readDraft, type KeptDraft } from '../composer/post-draft.ts';
import { namesOf, newDraftId, noteChange } from './draft-copies.ts';

/** The edited post and its user. */
export type EditedPost = Readonly<{ userId: string; postId: number }>;

/** A version of an edit that a window keeps in this browser. Two windows with one post keep two versions. */
export type EditCopy = Readonly<{
  key: string;
  /** The stored text. Another text under the same key is another version. */
  text: string;
  draft: KeptDraft;
  /** The time when the version was written, in milliseconds since 1970; 0: an older version of this page wrote it. */
  at: number;
}>;

const nameOf = ({ postId }: EditedPost): string => `edit-${String(postId)}`;

/** The storage key of the first version. Further versions have keys that begin with it. */
export const firstKeyOf = (post: EditedPost): string => draftKey(post.userId, nameOf(post));

export const freeKeyOf = (post: EditedPost): string => `${firstKeyOf(post)}-${newDraftId()}`;

/** All versions of the edit in this browser, newest first. */
export const editCopiesOf = (post: EditedPost): readonly EditCopy[] =>
  namesOf(post.userId)
    .filter((name) => name === nameOf(post) || name.startsWith(`${nameOf(post)}-`))
    .flatMap((name) => {
      const key = draftKey(post.userId, name);
      const text = readText(key);
      const draft = readDraft(key);
      return text !== null && draft ? [{ key, text, draft, at: draft.at ?? 0 }] : [];
    })
    .sort((one, other) => other.at - one.at);

/** Returns null when there is none, or when the browser has no storage. */
export function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Returns false when the browser has no storage, or its storage is full. */
export function writeText(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    noteChange();
    return true;
  } catch {
    return false;
  }
}

/** Deletes the text, unless another window has written another text under this key. */
export function removeText(key: string, text: string | null): void {
  if (text === null || readText(key) !== text) return;
  try {
    localStorage.removeItem(key);
    noteChange();
  } catch {
    // Without storage there is nothing to delete.
  }
}
