import { AsyncLocalStorage } from 'node:async_hooks';

/** In one question; more would make the first wait for the last. */
const MOST = 64;

type Waiting<Key, Answer> = Readonly<{
  key: Key;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}>;

/**
 * One question for many who ask at the same time: what is asked while one is under way travels with the next. Each question is
 * put after it was asked for, so that no answer is older than the call.
 * @param ask answers in the order of its keys; what it throws is thrown to each of them
 */
export function batched<Key, Answer>(
  ask: (keys: readonly Key[]) => Promise<readonly Answer[]>,
): (key: Key) => Promise<Answer> {
  // A batch belongs to none of those who ask: it must not see the transaction that one of them has open.
  const outside = AsyncLocalStorage.snapshot();
  const waiting: Waiting<Key, Answer>[] = [];
  let isAsking = false;

  const askAll = async () => {
    // Those who ask in the same turn travel together.
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
