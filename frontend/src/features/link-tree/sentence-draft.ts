import { BRAND } from '@posthorn/contracts/shared/brand';

/** `base`: what was saved when the first letter of it was typed. */
export type SentenceDraft = Readonly<{ text: string; base: string }>;

const keyOf = (userId: string): string => `${BRAND.hashtag}:sentence:${userId}`;

/** What a user has typed about themselves in this browser and not saved; null: nothing. */
export function readSentence(userId: string): SentenceDraft | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null');
    return isDraft(value) ? value : null;
  } catch {
    return null;
  }
}

/** @param draft null: what is stored on the server is all */
export function keepSentence(userId: string, draft: SentenceDraft | null): void {
  try {
    if (draft === null) localStorage.removeItem(keyOf(userId));
    else localStorage.setItem(keyOf(userId), JSON.stringify(draft));
  } catch {
    // Without storage it stays as long as the form.
  }
}

/** An older version of this page wrote the bare text. */
const isDraft = (value: unknown): value is SentenceDraft =>
  typeof value === 'object' &&
  value !== null &&
  (['text', 'base'] as const).every(
    (name) => typeof (value as Partial<Record<string, unknown>>)[name] === 'string',
  );
