import { expect, it } from '@jest/globals';
import { GrowingDeadline } from './growing-deadline.ts';

it('doubles after late responses, once for simultaneous ones, up to four times the first deadline', () => {
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

it('returns to the first deadline after a prompt response, but not after a slow response', () => {
  const deadline = new GrowingDeadline(100);
  deadline.missed(100);
  deadline.met(60);
  expect(deadline.milliseconds).toBe(200);
  deadline.met(40);
  expect(deadline.milliseconds).toBe(100);
});
