import { RetryableError } from '@posthorn/event-sourcing/event-store';

type Source<T> = AsyncIterable<T> & {
  on: (event: 'error', listener: () => void) => unknown;
  destroy: (error?: Error) => unknown;
};

/**
 * The items of a stream, with a limit on the wait for each, which `over` cuts short. Only the producer is timed: a slow
 * consumer may take as long as it likes. The stream is destroyed in the end, whichever way that comes.
 */
export async function* withIdleTimeout<T>(
  source: Source<T>,
  milliseconds: number,
  over: AbortSignal,
): AsyncGenerator<T> {
  let waiting = false;
  // A late error of a stream nobody reads any more would otherwise end the process.
  source.on('error', () => undefined);
  const end = () => source.destroy(new RetryableError('Whoever was to answer has been given up'));
  over.addEventListener('abort', end, { once: true });
  const timer = setTimeout(() => {
    if (waiting) source.destroy(new RetryableError(`No answer within ${String(milliseconds)} ms`));
  }, milliseconds);
  const items = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      waiting = true;
      timer.refresh();
      const item = await items.next();
      waiting = false;
      if (item.done) return;
      yield item.value;
    }
  } finally {
    clearTimeout(timer);
    over.removeEventListener('abort', end);
    source.destroy();
  }
}
