import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, it } from '@jest/globals';
import { batched } from './batched.ts';

/** Queries that are answered when the spec says so. */
function asked() {
  const questions: Readonly<{ keys: readonly number[]; answer: () => void; fail: () => void }>[] = [];
  const ask = batched<number, string>(
    (keys) =>
      new Promise((resolve, reject) => {
        questions.push({
          keys,
          answer: () => {
            resolve(keys.map((key) => `answer ${String(key)}`));
          },
          fail: () => {
            reject(new Error(`failed ${keys.join()}`));
          },
        });
      }),
  );
  return { ask, questions };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('batches the calls of one turn into one query, and gives each its own answer', async () => {
  const { ask, questions } = asked();
  const answers = Promise.all([ask(1), ask(2), ask(1)]);
  await turn();
  expect(questions.map(({ keys }) => keys)).toEqual([[1, 2, 1]]);
  questions[0]?.answer();
  await expect(answers).resolves.toEqual(['answer 1', 'answer 2', 'answer 1']);
});

it('puts calls that arrive while a query runs into the next one, and never answers them by the running one', async () => {
  const { ask, questions } = asked();
  const first = ask(1);
  await turn();
  const later = Promise.all([ask(1), ask(2)]);
  await turn();
  expect(questions).toHaveLength(1);
  questions[0]?.answer();
  await expect(first).resolves.toBe('answer 1');
  await turn();
  expect(questions[1]?.keys).toEqual([1, 2]);
  questions[1]?.answer();
  await expect(later).resolves.toEqual(['answer 1', 'answer 2']);
});

it('rejects every call of a batch that fails, and continues', async () => {
  const { ask, questions } = asked();
  const all = [ask(1), ask(2)].map((answer) => expect(answer).rejects.toThrow('failed 1,2'));
  await turn();
  questions[0]?.fail();
  await Promise.all(all);
  const next = ask(3);
  await turn();
  questions[1]?.answer();
  await expect(next).resolves.toBe('answer 3');
});

it('splits many waiting calls into several queries', async () => {
  const { ask, questions } = asked();
  const answers = Promise.all(Array.from({ length: 100 }, (_, key) => ask(key)));
  await turn();
  expect(questions[0]?.keys).toHaveLength(64);
  questions[0]?.answer();
  await turn();
  expect(questions[1]?.keys).toHaveLength(36);
  questions[1]?.answer();
  expect(await answers).toHaveLength(100);
});

it('runs a query outside the async context of its first caller', async () => {
  const around = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const ask = batched<number, number>((keys) => {
    seen.push(around.getStore());
    return Promise.resolve(keys);
  });
  expect(await Promise.all([around.run('a transaction', () => ask(1)), ask(2)])).toEqual([1, 2]);
  expect(seen).toEqual([undefined]);
});
