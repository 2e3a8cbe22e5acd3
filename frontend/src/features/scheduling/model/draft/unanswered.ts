/** For this window only: another window with the same draft may have sent another text since. Also for browsers without storage. */
const inMemory = new Map<string, string>();
const storageKey = (draftKey: string): string => `${draftKey}:sending`;

/**
 * A post that was sent and not answered. A lost answer looks like a failure, and the post may exist. One draft becomes one post at most, so the
 * same content is sent again under the same draft, also after a reload.
 */
export function noteUnanswered(draftKey: string, request: object): void {
  const text = JSON.stringify(request);
  inMemory.set(draftKey, text);
  try {
    localStorage.setItem(storageKey(draftKey), text);
  } catch {
    // Memory has it.
  }
}

export const isUnanswered = (draftKey: string): boolean => lastSent(draftKey) !== null;

/** The unanswered request of this draft, if only its time differs: "now" is another time at each try, and the first request may have succeeded. */
export function sentBefore<Request extends Readonly<{ scheduledFor: string; localTime?: string }>>(
  draftKey: string,
  request: Request,
): Request | null {
  const before = lastSent(draftKey) as Request | null;
  if (!before) return null;
  return JSON.stringify(withoutTime(before)) === JSON.stringify(withoutTime(request)) ? before : null;
}

const withoutTime = (request: object): object => ({ ...request, scheduledFor: null, localTime: null });

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
function lastSent(draftKey: string): object | null {
  try {
    const text = inMemory.get(draftKey) ?? localStorage.getItem(storageKey(draftKey));
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
