import { createHash } from 'node:crypto';
import type { CommentStatusFilter } from '@posthorn/contracts/inbox/comments.http';
import type { Platform } from '@posthorn/contracts/shared/platform';

/** Selects the comments of a list; null: all. `words`, in lower case: the text and names of the author must contain all of them; empty: all. */
export type CommentFilter = Readonly<{
  status: CommentStatusFilter | null;
  platform: Platform | null;
  group: string | null;
  words: readonly string[];
}>;

/** The position of a comment in the list, which shows the newest comment first. */
export type CommentPlace = Readonly<{ createdAt: string; commentId: number }>;

/** Returns the position of the last comment of a page, as an opaque text. A cursor is valid only for lists with the same filter. */
export const cursorOf = ({ createdAt, commentId }: CommentPlace, filter: CommentFilter): string =>
  Buffer.from(JSON.stringify([digestOf(filter), createdAt, commentId])).toString('base64url');

/** Returns the position after which the list shows all comments of this time and of earlier times. */
export const placeBefore = (createdAt: string): CommentPlace => ({
  createdAt,
  commentId: Number.MAX_SAFE_INTEGER,
});

/** Returns null for a cursor that was not issued for this filter. */
export function placeOf(cursor: string, filter: CommentFilter): CommentPlace | null {
  const [digest, createdAt, commentId, ...others] = partsOf(cursor);
  if (digest !== digestOf(filter) || others.length > 0) return null;
  if (!isStoredTime(createdAt)) return null;
  if (typeof commentId !== 'number' || !Number.isSafeInteger(commentId)) return null;
  return { createdAt, commentId };
}

/** Returns whether the value is a time in the format in which the product returns times. */
export const isStoredTime = (time: unknown): time is string =>
  typeof time === 'string' &&
  /^(?!0000)\d{4}-/u.test(time) &&
  !Number.isNaN(Date.parse(time)) &&
  new Date(time).toISOString() === time;

function partsOf(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

const digestOf = ({ status, platform, group, words }: CommentFilter): string =>
  createHash('sha256')
    .update(JSON.stringify([status, platform, group, words]))
    .digest('base64url')
    .slice(0, 8);
