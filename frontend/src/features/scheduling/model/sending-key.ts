/** A request that was sent and not answered, and its key. */
type Sending = Readonly<{ request: string; key: string }>;

const storageKey = (draftKey: string): string => `${draftKey}:sending`;
/** For this window only: another window with the same draft may have sent another text since. Also for browsers without storage. */
const inMemory = new Map<string, Sending>();

/**
 * The `Idempotency-Key` for a new post. A lost answer looks like a failure, and a second try must not write the post twice. So the same text of the
 * same draft keeps its key, even after a reload.
 */
export function sendingKey(draftKey: string, request: object): string {
  const text = JSON.stringify(request);
  const known = lastSent(draftKey);
  if (known?.request === text) return known.key;
  const sending = { request: text, key: crypto.randomUUID() };
  inMemory.set(draftKey, sending);
  try {
    localStorage.setItem(storageKey(draftKey), JSON.stringify(sending));
  } catch {
    // Memory has it.
  }
  return sending.key;
}

/** The unanswered request of this draft, if only its time differs: "now" is another time at each try, and the first request may have succeeded. */
export function sentBefore<Request extends Readonly<{ scheduledFor: string; localTime?: string }>>(
  draftKey: string,
  request: Request,
): Request | null {
  const known = lastSent(draftKey);
  if (!known) return null;
  const before = JSON.parse(known.request) as Request;
  return JSON.stringify(withoutTime(before)) === JSON.stringify(withoutTime(request)) ? before : null;
}

const withoutTime = (request: object): object => ({ ...request, scheduledFor: null, localTime: null });

/** Call it when the answer arrives: from now on the same text is another post. */
export function dropSendingKey(draftKey: string): void {
  inMemory.delete(draftKey);
  try {
    localStorage.removeItem(storageKey(draftKey));
  } catch {
    // Without storage there is no key to delete.
  }
}

/** After a reload only the storage has it. */
const lastSent = (draftKey: string): Sending | null => inMemory.get(draftKey) ?? stored(draftKey);

function stored(draftKey: string): Sending | null {
  try {
    const value = JSON.parse(localStorage.getItem(storageKey(draftKey)) ?? 'null') as Partial<Sending> | null;
    return typeof value?.request === 'string' && typeof value.key === 'string' ? (value as Sending) : null;
  } catch {
    return null;
  }
}
