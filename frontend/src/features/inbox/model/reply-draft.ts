import { BRAND } from '@posthorn/contracts/shared/brand';

/** The typed reply to a comment. `sent`: the text and id of a request without a response. */
type ReplyDraft = Readonly<{
  text: string;
  /** The id of the AI draft that the text is based on. */
  draftId?: string | undefined;
  sent?: Readonly<{ text: string; replyId: string }> | undefined;
}>;

/** Returns the storage key of a reply in this browser. */
export const replyKey = (userId: string, commentId: number): string =>
  `${BRAND.hashtag}:reply:${userId}:${String(commentId)}`;

/** Holds the replies in browsers without storage. */
const inMemory = new Map<string, ReplyDraft>();

export function readReply(key: string): ReplyDraft | null {
  try {
    const value = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<ReplyDraft> | null;
    return typeof value?.text === 'string' ? (value as ReplyDraft) : (inMemory.get(key) ?? null);
  } catch {
    return inMemory.get(key) ?? null;
  }
}

/** Stores the draft. Removes a draft with an empty text, unless its request has no response yet. */
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

/** Removes the sent text after the server has accepted it. Keeps a different text that the user has typed since. */
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

/**
 * Returns the reply id for this text. A lost response looks like a failure, so the same text keeps its id
 * and never becomes a second reply.
 */
export function replyIdFor(key: string, text: string, draftId: string | undefined): string {
  const lastSent = readReply(key)?.sent;
  const replyId = lastSent?.text === text ? lastSent.replyId : crypto.randomUUID();
  keepReply(key, { text, draftId, sent: { text, replyId } });
  return replyId;
}
