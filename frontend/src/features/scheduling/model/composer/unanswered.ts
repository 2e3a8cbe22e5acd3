import type { SchedulePostRequest } from '@posthorn/contracts/scheduling/posts.http';

/** For this window only: another window with the same draft may have sent another text since. Also for browsers without storage. */
const inMemory = new Map<string, string>();
const storageKey = (draftKey: string): string => `${draftKey}:sending`;

/**
 * A post that was sent and not answered. A lost answer looks like a failure, and the post may exist. One draft becomes one post at most, so the
 * same content is sent again under the same draft, also after a reload.
 */
export function noteUnanswered(draftKey: string, request: SchedulePostRequest): void {
  const text = JSON.stringify(request);
  inMemory.set(draftKey, text);
  try {
    localStorage.setItem(storageKey(draftKey), text);
  } catch {
    // Memory has it.
  }
}

export const isUnanswered = (draftKey: string): boolean => lastSent(draftKey) !== null;

/**
 * The unanswered request of this draft, if it has the same content. It may have succeeded, so it is sent again as it was.
 * @param isNow its time may differ, because "now" is another time at each try
 */
export function sentBefore(
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

/** Call it when the answer arrives. */
export function noteAnswer(draftKey: string): void {
  inMemory.delete(draftKey);
  try {
    localStorage.removeItem(storageKey(draftKey));
  } catch {
    // Without storage there is nothing to delete.
  }
}

/** After a reload only the storage has it. */
function lastSent(draftKey: string): SchedulePostRequest | null {
  try {
    const text = inMemory.get(draftKey) ?? localStorage.getItem(storageKey(draftKey));
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' ? (value as SchedulePostRequest | null) : null;
  } catch {
    return null;
  }
}
