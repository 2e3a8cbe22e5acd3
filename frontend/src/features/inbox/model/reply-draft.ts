import { BRAND } from '@posthorn/contracts/shared/brand';

/** What was typed as an answer to one comment, and under which id which words of it were sent and not heard of. */
type ReplyDraft = Readonly<{
  text: string;
  /** The draft of the model that the text came from. */
  draftId?: string | undefined;
  sent?: Readonly<{ text: string; replyId: string }> | undefined;
}>;

/** A user's reply to a comment in this browser. */
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

/** An empty text is not worth keeping. */
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

/** What was sent need not be kept; other words do, which somebody has typed since, here or in another window. */
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
    // Without storage there is nothing to drop.
  }
}

/**
 * The id under which these words are sent. An answer that is lost on its way back looks like a failure: the same words keep their
 * id, and are no second reply.
 */
export function replyIdFor(key: string, text: string, draftId: string | undefined): string {
  const known = readReply(key)?.sent;
  const replyId = known?.text === text ? known.replyId : crypto.randomUUID();
  keepReply(key, { text, draftId, sent: { text, replyId } });
  return replyId;
}
