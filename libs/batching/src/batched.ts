import { AsyncLocalStorage } from 'node:async_hooks';

/** The maximum number of keys in one query. With more keys, the first caller would wait for the last. */
const MOST = 64;

type Waiting<Key, Answer> = Readonly<{
  key: Key;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}>;

/**
 * Batches the calls of many callers: calls that arrive while a query runs share the next query. Each query starts after its calls, so no
 * result is older than its call.
 * @param ask returns the results in the order of the keys; when it throws, each call of the batch rejects with the error
 */
export function batched<Key, Answer>(
  ask: (keys: readonly Key[]) => Promise<readonly Answer[]>,
): (key: Key) => Promise<Answer> {
  // A batch belongs to no single caller, so it must not run in the open transaction of one of them.
  const outside = AsyncLocalStorage.snapshot();
  const waiting: Waiting<Key, Answer>[] = [];
  let isAsking = false;

  const askAll = async () => {
    // Callers of the same turn share a batch.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MOST);
      try {
        const answers = await ask(batch.map(({ key }) => key));
        for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isAsking = false;
  };

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (isAsking) return;
      isAsking = true;
      void outside(askAll);
    });
}
