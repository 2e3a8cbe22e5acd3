import { OPTIONAL_WORD_NAMES } from '@posthorn/contracts/scheduling/optional-words';
import { BRAND } from '@posthorn/contracts/shared/brand';
import type { MediaFileView } from '@posthorn/contracts/shared/media.http';
import type { PostFields } from './post-fields.ts';

/** The content of an unsent post: the fields of its form, and the uploaded files. */
export type KeptDraft = Readonly<{
  fields: PostFields;
  media: readonly MediaFileView[];
  /** Of an edit: the post that the user has changed, as text. */
  before?: string;
  /** Of a stored edit: the time when it was written, in milliseconds since 1970. */
  at?: number;
}>;

/** Returns the storage key of a draft. `name`: the draft id for a new post, or a name that begins with `edit-` and the post id. */
export const draftKey = (userId: string, name: string): string => `${BRAND.hashtag}:draft:${userId}:${name}`;

export function readDraft(key: string): KeptDraft | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return isDraft(value) ? value : null;
  } catch {
    return null;
  }
}

export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Without storage there is no draft to delete.
  }
}

/** Checks the shape, because an older version of this page may have stored another shape. */
function isDraft(value: unknown): value is KeptDraft {
  if (typeof value !== 'object' || value === null || !('fields' in value) || !('media' in value))
    return false;
  const fields = value.fields as Partial<Record<keyof PostFields, unknown>> | null;
  return (
    Array.isArray(value.media) &&
    (['content', 'localTime'] as const).every((name) => typeof fields?.[name] === 'string') &&
    OPTIONAL_WORD_NAMES.every((name) => ['string', 'undefined'].includes(typeof fields?.[name])) &&
    Array.isArray(fields?.accountIds)
  );
}
