import { RetryableError } from '@posthorn/event-sourcing/event-store';

type Emits<T> = {
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  on(event: 'data', listener: (item: T) => void): unknown;
  destroy: (error?: Error) => unknown;
};

const givenUp = () => new RetryableError('The connection to this server was given up');
const noAnswer = (milliseconds: number) => new RetryableError(`No answer within ${String(milliseconds)} ms`);

/**
 * Yields the items of a stream, and limits the wait for each item. `over` ends the wait early. Only the producer is timed: a slow consumer
 * has no limit. The stream is always destroyed in the end.
 * @param answered is called when the first item arrives, or an empty stream ends
 */
export async function* withIdleTimeout<T>(
  source: AsyncIterable<T> & Emits<T>,
  milliseconds: number,
  over: AbortSignal,
  answered: () => void = () => undefined,
): AsyncGenerator<T> {
  let waiting = false;
  let isFirst = true;
  // A late error of an abandoned stream would otherwise end the process.
  source.on('error', () => undefined);
  const end = () => source.destroy(givenUp());
  over.addEventListener('abort', end, { once: true });
  const timer = setTimeout(() => {
    if (waiting) source.destroy(noAnswer(milliseconds));
  }, milliseconds);
  const items = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      waiting = true;
      timer.refresh();
      const item = await items.next();
      waiting = false;
      if (isFirst) answered();
      isFirst = false;
      if (item.done) return;
      yield item.value;
    }
  } finally {
    clearTimeout(timer);
    over.removeEventListener('abort', end);
    source.destroy();
  }
}

/**
 * Returns all items of a short stream, with the same limit. An iterator would take a turn for each item. It would also destroy an ended
 * stream again, which creates an error with a stack.
 */
export function allWithin<T>(source: Emits<T>, milliseconds: number, over: AbortSignal): Promise<T[]> {
  return new Promise<T[]>((resolve, reject) => {
    const items: T[] = [];
    const fail = (error: Error) => {
      clearTimeout(timer);
      over.removeEventListener('abort', end);
      reject(error);
    };
    const end = () => {
      fail(givenUp());
      source.destroy();
    };
    const timer = setTimeout(() => {
      fail(noAnswer(milliseconds));
      source.destroy();
    }, milliseconds);
    over.addEventListener('abort', end, { once: true });
    source.on('data', (item) => {
      items.push(item);
      timer.refresh();
    });
    source.on('end', () => {
      clearTimeout(timer);
      over.removeEventListener('abort', end);
      resolve(items);
    });
    // Stays attached: a late error of an abandoned stream would otherwise end the process.
    source.on('error', fail);
    if (over.aborted) end();
  });
}
