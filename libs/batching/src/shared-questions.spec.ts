import { expect, it } from '@jest/globals';
import { SharedQuestions } from './shared-questions.ts';

/** A query that the spec answers by hand, and how often it has started. */
function byHand() {
  const open: ((answer: string) => void)[] = [];
  const failing: ((error: Error) => void)[] = [];
  let put = 0;
  return {
    question: () =>
      new Promise<string>((resolve, reject) => {
        put += 1;
        open.push(resolve);
        failing.push(reject);
      }),
    answer: (text: string) => open.at(-1)?.(text),
    fail: (text: string) => failing.at(-1)?.(new Error(text)),
    put: () => put,
  };
}

/** Resolves after all pending promises have settled. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('answers all calls of one turn with one query', async () => {
  const shared = new SharedQuestions<string>();
  const asked = byHand();
  const answers = [shared.ask('a-1', asked.question), shared.ask('a-1', asked.question)];
  await settled();
  asked.answer('one');
  expect(await Promise.all(answers)).toEqual(['one', 'one']);
  expect(asked.put()).toBe(1);
});

it('answers all calls that arrive during a query with one that began after them', async () => {
  const shared = new SharedQuestions<string>();
  const asked = byHand();
  const first = shared.ask('a-1', asked.question);
  await settled();
  const [second, third] = [shared.ask('a-1', asked.question), shared.ask('a-1', asked.question)];
  expect(asked.put()).toBe(1);
  asked.answer('old');
  expect(await first).toBe('old');
  await settled();
  expect(asked.put()).toBe(2);
  // Called while the shared query runs, which may miss what has happened since.
  const fourth = shared.ask('a-1', asked.question);
  asked.answer('new');
  expect(await Promise.all([second, third])).toEqual(['new', 'new']);
  await settled();
  expect(asked.put()).toBe(3);
  asked.answer('newest');
  expect(await fourth).toBe('newest');
});

it('runs queries about different keys at once, and caches no answers', async () => {
  const shared = new SharedQuestions<string>();
  const [one, other, again] = [byHand(), byHand(), byHand()];
  const answers = [shared.ask('a-1', one.question), shared.ask('a-2', other.question)];
  await settled();
  one.answer('one');
  other.answer('other');
  expect(await Promise.all(answers)).toEqual(['one', 'other']);
  const later = shared.ask('a-1', again.question);
  await settled();
  again.answer('later');
  expect(await later).toBe('later');
});

it('continues after a failed query, and passes its error to all callers that share it', async () => {
  const shared = new SharedQuestions<string>();
  const asked = byHand();
  const first = shared.ask('a-1', asked.question);
  await settled();
  const others = [shared.ask('a-1', asked.question), shared.ask('a-1', asked.question)];
  asked.fail('first');
  await expect(first).rejects.toThrow('first');
  await settled();
  asked.fail('shared');
  for (const other of others) await expect(other).rejects.toThrow('shared');
});

it('continues after a query that threw synchronously', async () => {
  const shared = new SharedQuestions<string>();
  const broken = (): Promise<string> => {
    throw new Error('no socket');
  };
  await expect(shared.ask('a-1', broken)).rejects.toThrow('no socket');
  expect(await shared.ask('a-1', () => Promise.resolve('answer'))).toBe('answer');
});
