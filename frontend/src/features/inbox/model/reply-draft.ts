import { BRAND } from '@posthorn/contracts/shared/brand';

/** The typed reply to a comment. `sent`: the text and id of a request without a response. */
export type ReplyDraft = Readonly<{
  text: string;
  /** The id of the AI draft that the text is based on. */
  draftId?: string | undefined;
  sent?: Readonly<{ text: string; replyId: string }> | undefined;
  /** The time when the text was stored, in milliseconds since 1970. Missing in texts of older versions of this page. */
  at?: number;
}>;

/** A version of a reply in this browser. Two windows that reply to one comment keep two versions. */
export type ReplyVersion = Readonly<{
  key: string;
  /** The stored JSON. Another JSON under the same key is another version. */
  stored: string;
  draft: ReplyDraft;
}>;

/** Returns the storage key of the first version. Further versions have keys that begin with it. */
export const replyKey = (userId: string, commentId: number): string =>
  `${BRAND.hashtag}:reply:${userId}:${String(commentId)}`;

export const freeReplyKey = (firstKey: string): string => `${firstKey}:${crypto.randomUUID()}`;

/** Holds the versions that this browser cannot store. */
const inMemory = new Map<string, string>();

/** Returns all versions of a reply, the newest first. */
export const replyVersions = (firstKey: string): readonly ReplyVersion[] =>
  [...new Set([...storedKeys(), ...inMemory.keys()])]
    .filter((key) => key === firstKey || key.startsWith(`${firstKey}:`))
    .flatMap((key) => {
      const stored = readStored(key);
      const draft = stored === null ? null : draftIn(stored);
      return stored !== null && draft ? [{ key, stored, draft }] : [];
    })
    .sort((one, other) => (other.draft.at ?? 0) - (one.draft.at ?? 0));

export const readReply = (firstKey: string): ReplyDraft | null => replyVersions(firstKey)[0]?.draft ?? null;

export function readStored(key: string): string | null {
  try {
    return inMemory.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a version, in place of the text under this key. Returns the stored JSON. */
export function storeReply(key: string, draft: ReplyDraft): string {
  const stored = JSON.stringify({ ...draft, at: Date.now() } satisfies ReplyDraft);
  try {
    localStorage.setItem(key, stored);
    inMemory.delete(key);
  } catch {
    inMemory.set(key, stored);
  }
  return stored;
}

/** Removes a version, unless another window has replaced it. */
export function removeReply({ key, stored }: Pick<ReplyVersion, 'key' | 'stored'>): void {
  if (readStored(key) !== stored) return;
  inMemory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** Stores a version without replacing another one. */
export function addReply(firstKey: string, draft: ReplyDraft): void {
  if (replyVersions(firstKey).some(({ draft: { text } }) => text === draft.text)) return;
  storeReply(readStored(firstKey) === null ? firstKey : freeReplyKey(firstKey), draft);
}

/** Removes the sent text after the server has accepted it. Keeps a different text that the user has typed since. */
export function dropSent(firstKey: string, replyId: string): void {
  for (const version of replyVersions(firstKey)) {
    const { text, sent } = version.draft;
    if (sent?.replyId !== replyId) continue;
    if (text.trim() === sent.text) removeReply(version);
    else storeReply(version.key, { text });
  }
}

function draftIn(stored: string): ReplyDraft | null {
  try {
    const value = JSON.parse(stored) as Partial<ReplyDraft> | null;
    return typeof value?.text === 'string' ? (value as ReplyDraft) : null;
  } catch {
    return null;
  }
}

function storedKeys(): readonly string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}
