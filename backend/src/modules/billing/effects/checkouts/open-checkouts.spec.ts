import { expect, it } from '@jest/globals';
import { EFFECT_TIMES } from '#infrastructure/effects/attempt/retry-waits.ts';
import { ATTEMPT, day, observed, started } from '../../domain/testing/subscription-samples.ts';
import { openEffectAfter, type OpenEffect } from '#infrastructure/effects/open-effects.projection.ts';
import { subscriptionEvent, type SubscriptionEvent } from '../../domain/subscription/subscription-events.ts';
import { openCheckouts } from './checkouts.ts';

const meta = { at: day(0) };
const rowAfter = (...events: readonly SubscriptionEvent[]) =>
  events.reduce<OpenEffect | undefined>(
    (row, event) => openEffectAfter(openCheckouts, row, { ...event, meta }, EFFECT_TIMES),
    undefined,
  );
const failed = (retryAt: string | null): SubscriptionEvent =>
  subscriptionEvent('CheckoutFailed', {
    userId: 'ana',
    attemptId: ATTEMPT,
    callId: null,
    reason: 'unreachable',
    words: null,
    retryAt,
    failedAt: day(0),
  });

it('has a row from the start of a checkout until its subscription is first observed', () => {
  expect(rowAfter(started())).toEqual({
    user_id: 'ana',
    attempt_id: ATTEMPT,
    owner_id: 'ana',
    platform: 'stripe',
    due_at: day(0),
  });
  expect(rowAfter(started(), failed(day(1)))).toMatchObject({ due_at: day(1) });
  expect(rowAfter(started(), observed({ status: 'incomplete' }))).toBeUndefined();
  expect(rowAfter(started(), failed(null))).toBeUndefined();
});
it('does not create a row from events of a finished checkout', () => {
  expect(rowAfter(observed())).toBeUndefined();
  expect(rowAfter(started(), observed(), observed({ status: 'canceled' }, day(1)))).toBeUndefined();
});
