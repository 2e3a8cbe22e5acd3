import type { SchedulePostRequest } from '@posthorn/contracts/scheduling/posts.http';

/**
 * The requests of this window. Another window with the same draft may have stored another text since. Browsers without storage also need
 * this map.
 */
const inMemory = new Map<string, string>();
const storageKey = (draftKey: string): string => `${draftKey}:sending`;

/** Remembers a sent post until its response arrives. A lost response looks like a failure, although the post may exist. One draft becomes
 * at most one post. So after a failure or a reload, the form sends the same request again for the same draft.
 */
export function noteUnanswered(draftKey: string, request: SchedulePostRequest): void {
  const text = JSON.stringify(request);
  inMemory.set(draftKey, text);
  try {
    localStorage.setItem(storageKey(draftKey), text);
  } catch {
    // The request is in memory.
  }
}

export const isUnanswered = (draftKey: string): boolean => lastSent(draftKey) !== null;

/** Returns the unanswered request of this draft, if its content is the same. The request may have succeeded, so the form sends it again
 * unchanged.
 * @param isNow the times may differ, because "now" is another time at each attempt
 */
export function earlierRequestOf(
  draftKey: string,
  request: SchedulePostRequest,
  isNow: boolean,
): SchedulePostRequest | null {
  const before = lastSent(draftKey);
  return before && contentOf(before, isNow) === contentOf(request, isNow) ? before : null;
}

const contentOf = (request: SchedulePostRequest, isNow: boolean): string =>
  JSON.stringify({
    ...request,
    ...(isNow && { scheduledFor: null, localTime: null }),
    draftId: undefined,
    draftRevision: undefined,
  });

/** Forgets the request when its response arrives. */
export function noteResponse(draftKey: string): void {
  inMemory.delete(draftKey);
  try {
    localStorage.removeItem(storageKey(draftKey));
  } catch {
    // Without storage there is nothing to delete.
  }
}

/** Returns the request from memory, or after a reload from the storage. */
function lastSent(draftKey: string): SchedulePostRequest | null {
  try {
    const text = inMemory.get(draftKey) ?? localStorage.getItem(storageKey(draftKey));
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' ? (value as SchedulePostRequest | null) : null;
  } catch {
    return null;
  }
}
