import { BRAND } from '@posthorn/contracts/shared/brand';

/** The typed reply to a comment. `sent`: the text and id of a request without an answer yet. */
type ReplyDraft = Readonly<{
  text: string;
  /** The AI draft that the text came from. */
  draftId?: string | undefined;
  sent?: Readonly<{ text: string; replyId: string }> | undefined;
}>;

/** The storage key of a user's reply to a comment in this browser. */
export const replyKey = (userId: string, commentId: number): string =>
  `${BRAND.hashtag}:reply:${userId}:${String(commentId)}`;

/** For browsers without storage. */
const inMemory = new Map<string, ReplyDraft>();

export function readReply(key: string): ReplyDraft | null {
  try {
    const value = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<ReplyDraft> | null;
    return typeof value?.text === 'string' ? (value as ReplyDraft) : (inMemory.get(key) ?? null);
  } catch {
    return inMemory.get(key) ?? null;
  }
}

/** Removes the draft when its text is empty. */
export function keepReply(key: string, draft: ReplyDraft): void {
  if (draft.text.trim() === '' && !draft.sent) {
    dropReply(key);
    return;
  }
  try {
    localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    inMemory.set(key, draft);
  }
}

/** Removes the sent text. Keeps a different text that the user has typed since, here or in another window. */
export function dropSent(key: string): void {
  const kept = readReply(key);
  if (kept?.sent && kept.text.trim() !== kept.sent.text) keepReply(key, { text: kept.text });
  else dropReply(key);
}

function dropReply(key: string): void {
  inMemory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** The reply id for this text. A lost answer looks like a failure, so the same text keeps its id and never becomes a second reply. */
export function replyIdFor(key: string, text: string, draftId: string | undefined): string {
  const known = readReply(key)?.sent;
  const replyId = known?.text === text ? known.replyId : crypto.randomUUID();
  keepReply(key, { text, draftId, sent: { text, replyId } });
  return replyId;
}
