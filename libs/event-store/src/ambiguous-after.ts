import { AmbiguousError } from '@posthorn/event-sourcing/event-store';

/** The answer, or `AmbiguousError` when none came in time or the caller gave up. */
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
