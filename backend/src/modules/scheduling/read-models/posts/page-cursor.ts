import { createHash } from 'node:crypto';
import type { PostList } from '@posthorn/contracts/scheduling/posts.http';
import type { Platform } from '@posthorn/contracts/shared/platform';

/**
 * More filters, for API programs. `from`, `to`: ISO limits of the scheduled time, `to` itself excluded; null:
 * no limit.
 */
export type PostSelection = Readonly<{
  platform: Platform | null;
  from: string | null;
  to: string | null;
  /** True: in the order of creation, the newest first. */
  isNewestFirst: boolean;
}>;

/** The filter of a list. `words`: search words in lower case; empty: all posts. */
export type PostFilter = Readonly<{
  status: PostList | null;
  words: readonly string[];
  selection?: PostSelection;
}>;

/**
 * The position of a post in the list. Scheduled posts come first, the earliest first, then all other posts,
 * the latest first.
 */
export type ListPlace = Readonly<{ isScheduled: boolean; scheduledFor: string; postId: number }>;

/** The position of a page's last post as an opaque text. It is valid only for lists with the same filter. */
export const cursorOf = ({ isScheduled, scheduledFor, postId }: ListPlace, filter: PostFilter): string =>
  Buffer.from(JSON.stringify([digestOf(filter), isScheduled, scheduledFor, postId])).toString('base64url');

/** The position in a cursor. Null: the server did not issue this cursor for this filter. */
export function placeOf(cursor: string, filter: PostFilter): ListPlace | null {
  const parts = partsOf(cursor);
  if (parts.length !== 4) return null;
  const [digest, isScheduled, scheduledFor, postId] = parts;
  if (digest !== digestOf(filter) || typeof isScheduled !== 'boolean') return null;
  if (typeof scheduledFor !== 'string' || !isAsStored(scheduledFor)) return null;
  if (typeof postId !== 'number' || !Number.isSafeInteger(postId)) return null;
  return { isScheduled, scheduledFor, postId };
}

/**
 * Whether an instant has the format of stored rows. PostgreSQL accepts fewer formats than JavaScript, and no
 * years before 1.
 */
const isAsStored = (time: string): boolean =>
  /^(?!0000)(\d{4}|\+\d{6})-/u.test(time) &&
  !Number.isNaN(Date.parse(time)) &&
  new Date(time).toISOString() === time;

/** A position in the list of all posts, the latest time first. */
export type LatestPlace = Pick<ListPlace, 'scheduledFor' | 'postId'>;
/**
 * The first part of a cursor of the list of all posts. Other cursors have a digest of the filter there, which
 * is longer.
 */
const LATEST = 'latest';

export const latestCursorOf = ({ scheduledFor, postId }: LatestPlace): string =>
  Buffer.from(JSON.stringify([LATEST, scheduledFor, postId])).toString('base64url');

/** The position in a cursor of the list of all posts; null: it is not such a cursor. */
export function latestPlaceOf(cursor: string): LatestPlace | null {
  const [order, scheduledFor, postId, ...others] = partsOf(cursor);
  if (order !== LATEST || others.length > 0) return null;
  if (typeof scheduledFor !== 'string' || !isAsStored(scheduledFor)) return null;
  return typeof postId === 'number' && Number.isSafeInteger(postId) ? { scheduledFor, postId } : null;
}

function partsOf(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

const digestOf = ({ status, words, selection }: PostFilter): string =>
  createHash('sha256')
    .update(JSON.stringify([status, words, ...(selection ? [selection] : [])]))
    .digest('base64url')
    .slice(0, 8);
