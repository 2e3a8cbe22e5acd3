import { expect, it } from '@jest/globals';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { failureOf } from './stripe-failure.ts';

const answered = (statusCode: number, extra: object = {}) =>
  failureOf({ type: 'StripeError', statusCode, ...extra });

it('distinguishes calls without effect from calls that may have had an effect', () => {
  const failureOfLostConnection = (sent: boolean) =>
    failureOf({ type: 'StripeConnectionError', detail: new OutgoingError('reset', sent, 'stripe', 'gone') });
  expect(failureOfLostConnection(false)).toEqual({ kind: 'unsent', cause: 'reset' });
  expect(failureOfLostConnection(true)).toEqual({ kind: 'unclear', cause: 'reset' });
  expect(answered(500)).toMatchObject({ kind: 'unclear' });
  expect(answered(409)).toMatchObject({ kind: 'unclear' });
  expect(answered(401)).toMatchObject({ kind: 'key' });
  expect(answered(404, { code: 'resource_missing' })).toMatchObject({ kind: 'gone' });
  expect(answered(429, { headers: { 'retry-after': '7' } })).toEqual({ kind: 'busy', waitMs: 7000 });
  expect(answered(402, { message: 'Declined.' })).toEqual({ kind: 'refused', words: 'Declined.' });
  expect(failureOf(new Error('anything'))).toMatchObject({ kind: 'unclear' });
});
it("removes keys and secrets from Stripe's error texts", () => {
  const message = 'No such key sk_test_abc, pi_1_secret_xyz or whsec_123';
  expect(answered(400, { message })).toEqual({ kind: 'refused', words: 'No such key …, … or …' });
});
