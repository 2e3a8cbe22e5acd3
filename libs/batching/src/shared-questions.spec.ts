import { expect, it } from '@jest/globals';
import { SharedQuestions } from './shared-questions.ts';

/** A question that is answered by hand, with how often it has been put. */
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

/** Until all that can go on by itself has gone on. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('answers all who ask in one turn by one question', async () => {
  const shared = new SharedQuestions<string>();
  const asked = byHand();
  const answers = [shared.ask('a-1', asked.question), shared.ask('a-1', asked.question)];
  await settled();
  asked.answer('one');
  expect(await Promise.all(answers)).toEqual(['one', 'one']);
  expect(asked.put()).toBe(1);
});

it('answers all who ask while a question is under way by one that began after theirs', async () => {
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
  // Asked once the shared one was under way: it may not know what has happened since.
  const fourth = shared.ask('a-1', asked.question);
  asked.answer('new');
  expect(await Promise.all([second, third])).toEqual(['new', 'new']);
  await settled();
  expect(asked.put()).toBe(3);
  asked.answer('newest');
  expect(await fourth).toBe('newest');
});

it('puts questions about other things at once, and forgets what was answered', async () => {
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

it('puts the next question also after one that failed, and tells an error to all who share it', async () => {
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

it('puts the next question also after one that threw before it was under way', async () => {
  const shared = new SharedQuestions<string>();
  const broken = (): Promise<string> => {
    throw new Error('no socket');
  };
  await expect(shared.ask('a-1', broken)).rejects.toThrow('no socket');
  expect(await shared.ask('a-1', () => Promise.resolve('answer'))).toBe('answer');
});
