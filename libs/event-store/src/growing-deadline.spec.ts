import { expect, it } from '@jest/globals';
import { GrowingDeadline } from './growing-deadline.ts';

it('doubles after late answers, counts simultaneous ones once, and ends at four times the first wait', () => {
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

it('returns to the first wait after a prompt answer, but not after a slow one', () => {
  const deadline = new GrowingDeadline(100);
  deadline.missed(100);
  deadline.met(60);
  expect(deadline.milliseconds).toBe(200);
  deadline.met(40);
  expect(deadline.milliseconds).toBe(100);
});
