import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, it } from '@jest/globals';
import { batched } from './batched.ts';

/** A batched query whose results the spec controls. */
function controlledQuery() {
  const queries: Readonly<{ keys: readonly number[]; answer: () => void; fail: () => void }>[] = [];
  const ask = batched<number, string>(
    (keys) =>
      new Promise((resolve, reject) => {
        queries.push({
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
  return { ask, queries };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('batches the calls of one turn into one query, and returns to each call its own result', async () => {
  const { ask, queries } = controlledQuery();
  const answers = Promise.all([ask(1), ask(2), ask(1)]);
  await turn();
  expect(queries.map(({ keys }) => keys)).toEqual([[1, 2, 1]]);
  queries[0]?.answer();
  await expect(answers).resolves.toEqual(['answer 1', 'answer 2', 'answer 1']);
});

it('collects calls that arrive while a query runs, for the next query', async () => {
  const { ask, queries } = controlledQuery();
  const first = ask(1);
  await turn();
  const later = Promise.all([ask(1), ask(2)]);
  await turn();
  expect(queries).toHaveLength(1);
  queries[0]?.answer();
  await expect(first).resolves.toBe('answer 1');
  await turn();
  expect(queries[1]?.keys).toEqual([1, 2]);
  queries[1]?.answer();
  await expect(later).resolves.toEqual(['answer 1', 'answer 2']);
});

it('rejects every call of a batch that fails, and continues', async () => {
  const { ask, queries } = controlledQuery();
  const all = [ask(1), ask(2)].map((answer) => expect(answer).rejects.toThrow('failed 1,2'));
  await turn();
  queries[0]?.fail();
  await Promise.all(all);
  const next = ask(3);
  await turn();
  queries[1]?.answer();
  await expect(next).resolves.toBe('answer 3');
});

it('splits many waiting calls into several queries', async () => {
  const { ask, queries } = controlledQuery();
  const answers = Promise.all(Array.from({ length: 100 }, (_, key) => ask(key)));
  await turn();
  expect(queries[0]?.keys).toHaveLength(64);
  queries[0]?.answer();
  await turn();
  expect(queries[1]?.keys).toHaveLength(36);
  queries[1]?.answer();
  expect(await answers).toHaveLength(100);
});

it('runs a query outside the async context of its first caller', async () => {
  const storage = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const ask = batched<number, number>((keys) => {
    seen.push(storage.getStore());
    return Promise.resolve(keys);
  });
  expect(await Promise.all([storage.run('a transaction', () => ask(1)), ask(2)])).toEqual([1, 2]);
  expect(seen).toEqual([undefined]);
});
