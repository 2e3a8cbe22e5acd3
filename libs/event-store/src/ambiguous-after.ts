import { AmbiguousError } from '@posthorn/event-sourcing/event-store';

/** Settles like `sent`. Rejects with `AmbiguousError` when `sent` takes longer than `milliseconds`, or when `signal` aborts. */
export function ambiguousAfter<T>(sent: Promise<T>, milliseconds: number, signal?: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      reject(new AmbiguousError('No answer in time', { cause: signal?.reason }));
    };
    const timer = setTimeout(giveUp, milliseconds);
    signal?.addEventListener('abort', giveUp, { once: true });
    sent.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    });
  });
}
