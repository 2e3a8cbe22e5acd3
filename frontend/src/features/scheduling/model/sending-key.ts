/** What was sent and not heard of: its words, and the key that it went under. */
type Sending = Readonly<{ request: string; key: string }>;

const storageKey = (draftKey: string): string => `${draftKey}:sending`;
/** Of this window: another one with the same draft may have sent other words since. Also for browsers without storage. */
const inMemory = new Map<string, Sending>();

/**
 * The `Idempotency-Key` for a new post. An answer that is lost on its way back looks like a failure, and whoever tries again
 * must not get the post twice: the same words of the same draft keep their key, also when the page was loaded anew.
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

/**
 * The request of this draft that nothing was heard of, if only its time is another: "now" is another time at each try, and the
 * lost answer may have been a yes.
 */
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

/** The answer has come: from now on the same words are another post. */
export function dropSendingKey(draftKey: string): void {
  inMemory.delete(draftKey);
  try {
    localStorage.removeItem(storageKey(draftKey));
  } catch {
    // Without storage there is nothing to drop.
  }
}

/** Storage alone knows it once the page was loaded anew. */
const lastSent = (draftKey: string): Sending | null => inMemory.get(draftKey) ?? stored(draftKey);

function stored(draftKey: string): Sending | null {
  try {
    const value = JSON.parse(localStorage.getItem(storageKey(draftKey)) ?? 'null') as Partial<Sending> | null;
    return typeof value?.request === 'string' && typeof value.key === 'string' ? (value as Sending) : null;
  } catch {
    return null;
  }
}
