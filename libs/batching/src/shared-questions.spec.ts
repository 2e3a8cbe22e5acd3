import { expect, it } from '@jest/globals';
import { SharedQuestions } from './shared-questions.ts';

/** A query whose results the spec controls, and the number of its starts. */
function controlledQuery() {
  const open: ((answer: string) => void)[] = [];
  const failing: ((error: Error) => void)[] = [];
  let starts = 0;
  return {
    question: () =>
      new Promise<string>((resolve, reject) => {
        starts += 1;
        open.push(resolve);
        failing.push(reject);
      }),
    answer: (text: string) => open.at(-1)?.(text),
    fail: (text: string) => failing.at(-1)?.(new Error(text)),
    starts: () => starts,
  };
}

/** Resolves after all pending promises have settled. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('runs one query for all calls of one turn', async () => {
  const shared = new SharedQuestions<string>();
  const query = controlledQuery();
  const answers = [shared.ask('a-1', query.question), shared.ask('a-1', query.question)];
  await settled();
  query.answer('one');
  expect(await Promise.all(answers)).toEqual(['one', 'one']);
  expect(query.starts()).toBe(1);
});

it('runs one later query for all calls that arrive during a query', async () => {
  const shared = new SharedQuestions<string>();
  const query = controlledQuery();
  const first = shared.ask('a-1', query.question);
  await settled();
  const [second, third] = [shared.ask('a-1', query.question), shared.ask('a-1', query.question)];
  expect(query.starts()).toBe(1);
  query.answer('old');
  expect(await first).toBe('old');
  await settled();
  expect(query.starts()).toBe(2);
  // Called while the shared query runs, which may miss what has happened since.
  const fourth = shared.ask('a-1', query.question);
  query.answer('new');
  expect(await Promise.all([second, third])).toEqual(['new', 'new']);
  await settled();
  expect(query.starts()).toBe(3);
  query.answer('newest');
  expect(await fourth).toBe('newest');
});

it('runs queries about different keys in parallel, and does not cache results', async () => {
  const shared = new SharedQuestions<string>();
  const [first, second, again] = [controlledQuery(), controlledQuery(), controlledQuery()];
  const answers = [shared.ask('a-1', first.question), shared.ask('a-2', second.question)];
  await settled();
  first.answer('one');
  second.answer('other');
  expect(await Promise.all(answers)).toEqual(['one', 'other']);
  const later = shared.ask('a-1', again.question);
  await settled();
  again.answer('later');
  expect(await later).toBe('later');
});

it('continues after a failed query, and rejects all calls that share it', async () => {
  const shared = new SharedQuestions<string>();
  const query = controlledQuery();
  const first = shared.ask('a-1', query.question);
  await settled();
  const others = [shared.ask('a-1', query.question), shared.ask('a-1', query.question)];
  query.fail('first');
  await expect(first).rejects.toThrow('first');
  await settled();
  query.fail('shared');
  for (const second of others) await expect(second).rejects.toThrow('shared');
});

it('continues after a query that threw synchronously', async () => {
  const shared = new SharedQuestions<string>();
  const broken = (): Promise<string> => {
    throw new Error('no socket');
  };
  await expect(shared.ask('a-1', broken)).rejects.toThrow('no socket');
  expect(await shared.ask('a-1', () => Promise.resolve('answer'))).toBe('answer');
});
