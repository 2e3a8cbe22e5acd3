import type { SaveDraftRequest } from '@posthorn/contracts/scheduling/drafts.http';
import { draftKey, readDraft, type KeptDraft } from '../composer/post-draft.ts';

/** A copy of a draft with changes that the server does not have. The copy stays in this browser until the server has saved them. */
export type DraftCopy = KeptDraft &
  Readonly<{
    request: SaveDraftRequest;
    /** The revision that the copy is based on; null: the server has no such draft. */
    base: number | null;
    /** The time when the copy was written, in milliseconds since 1970. */
    at: number;
  }>;

const ID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/u;

export const newDraftId = (): string => crypto.randomUUID();

export function readCopy(userId: string, id: string): DraftCopy | null {
  const draft = readDraft(draftKey(userId, id));
  return draft && isCopy(draft) ? draft : null;
}

const isCopy = (draft: KeptDraft): draft is DraftCopy =>
  'request' in draft && 'base' in draft && 'at' in draft;

/**
 * Stores the copy, and returns its id. Replaces only the copy that was written at `replaced`: a copy of another window stays, and the new
 * copy gets its own id. Null: the browser has no storage, or its storage is full.
 */
export function writeCopy(
  userId: string,
  id: string,
  copy: DraftCopy,
  replaced: number | null,
): string | null {
  const other = readCopy(userId, id);
  const isTaken = other !== null && other.at !== replaced;
  const ownId = isTaken ? newDraftId() : id;
  try {
    localStorage.setItem(draftKey(userId, ownId), JSON.stringify(isTaken ? { ...copy, base: null } : copy));
    noteChange();
    return ownId;
  } catch {
    return null;
  }
}

/** Deletes the copy that was written at `at`. The request of this draft that `unanswered.ts` stores stays. */
export function dropCopy(userId: string, id: string, at: number | null): void {
  if (readCopy(userId, id)?.at !== at) return;
  try {
    localStorage.removeItem(draftKey(userId, id));
    noteChange();
  } catch {
    // Without storage there is no copy to delete.
  }
}

let changes = 0;
const listeners = new Set<() => void>();

export function noteChange(): void {
  changes += 1;
  for (const listener of listeners) listener();
}

export function subscribeCopies(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The number of times that this window has written or deleted a copy. */
export const changesOfCopies = (): number => changes;

/** All copies of the user in this browser, newest first. */
export const copiesOf = (userId: string): readonly (DraftCopy & Readonly<{ id: string }>)[] =>
  namesOf(userId)
    .flatMap((id) => {
      const copy = ID.test(id) ? readCopy(userId, id) : null;
      return copy ? [{ ...copy, id }] : [];
    })
    .sort((one, other) => other.at - one.at);

/** The storage keys of new posts that older versions of this page stored. Edits of posts are not among them. */
export const formerDrafts = (userId: string): readonly string[] =>
  namesOf(userId)
    .filter((name) => name === 'new' || /^again-\d+$/u.test(name))
    .map((name) => draftKey(userId, name));

/** Whether this browser has drafts that the server does not have. */
export const hasCopies = (userId: string): boolean =>
  formerDrafts(userId).length > 0 || namesOf(userId).some((name) => ID.test(name));

/** Returns the end of each storage key of the user's drafts: the id of the draft, or a name of an older version. */
export function namesOf(userId: string): readonly string[] {
  try {
    const start = draftKey(userId, '');
    return Object.keys(localStorage).flatMap((key) =>
      key.startsWith(start) ? [key.slice(start.length)] : [],
    );
  } catch {
    return [];
  }
}
