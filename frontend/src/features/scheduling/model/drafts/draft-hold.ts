const nameOf = (id: string): string => `draft:${id}`;

/** Holds a lock that shows other windows that this window has the draft open. The returned function releases the lock. */
export function holdDraft(id: string): () => void {
  if (!('locks' in navigator)) return () => undefined;
  const end = new AbortController();
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // The request rejects when this window stops waiting for the lock of another window, which is not an error.
  void navigator.locks.request(nameOf(id), { signal: end.signal }, () => held).catch(() => undefined);
  return () => {
    end.abort();
    release();
  };
}

/** Runs the work, unless a window has the draft open. */
export async function ifNotOpen(id: string, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work();
  await navigator.locks.request(nameOf(id), { ifAvailable: true }, (lock) => (lock ? work() : undefined));
}
