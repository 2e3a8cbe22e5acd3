import { expect, it } from '@jest/globals';
import { GrowingDeadline } from './growing-deadline.ts';

it('doubles after late answers, counts those that were late together once, and ends at four times', () => {
  const deadline = new GrowingDeadline(100);
  deadline.missed(100);
  deadline.missed(100);
  expect(deadline.milliseconds).toBe(200);
  deadline.missed(200);
  deadline.missed(400);
  expect(deadline.milliseconds).toBe(400);
  deadline.missed(100);
  expect(deadline.milliseconds).toBe(400);
});

it('is short again after a prompt answer, not after a slow one', () => {
  const deadline = new GrowingDeadline(100);
  deadline.missed(100);
  deadline.met(60);
  expect(deadline.milliseconds).toBe(200);
  deadline.met(40);
  expect(deadline.milliseconds).toBe(100);
});
