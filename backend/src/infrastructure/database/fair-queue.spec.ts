import { expect, it } from '@jest/globals';
import { runInLane, currentLane, FairQueue } from './fair-queue.ts';

const taken = (turns: FairQueue<string>, count: number) => Array.from({ length: count }, () => turns.take());

it('serves the kinds of work in rotation, so that a reply waits for one post and not for a thousand', () => {
  const turns = new FairQueue<string>();
  for (let each = 1; each <= 1_000; each += 1) turns.add('posts', `post ${String(each)}`);
  turns.add('replies', 'reply 1');
  turns.add('replies', 'reply 2');
  expect(taken(turns, 5)).toEqual(['post 1', 'reply 1', 'post 2', 'reply 2', 'post 3']);
  turns.add('replies', 'reply 3');
  turns.add('hides', 'hide 1');
  expect(taken(turns, 4)).toEqual(['post 4', 'reply 3', 'hide 1', 'post 5']);
  expect(turns.size).toBe(995);
});

it('serves callers of one kind in the order of their arrival', () => {
  const turns = new FairQueue<string>();
  for (const name of ['one', 'two', 'three']) turns.add('posts', name);
  expect(taken(turns, 4)).toEqual(['one', 'two', 'three', undefined]);
});

it('skips callers that have left', () => {
  const turns = new FairQueue<string>();
  turns.add('posts', 'one');
  turns.add('replies', 'reply');
  turns.add('posts', 'two');
  turns.leave('posts', 'one');
  turns.leave('replies', 'reply');
  turns.leave('replies', 'never there');
  expect(taken(turns, 2)).toEqual(['two', undefined]);
});

it('keeps the lane of a piece of work in everything that this work starts', async () => {
  const seen = await runInLane('replies', async () => {
    await Promise.resolve();
    return currentLane();
  });
  expect([seen, currentLane()]).toEqual(['replies', '']);
});
