import { expect, it } from '@jest/globals';
import { ATTEMPT, day, observed, started } from '../../domain/testing/subscription-samples.ts';
import { foldFollowedRow, type FollowedRow } from './followed-subscriptions.projection.ts';
import { nextNight } from '../../domain/subscription/nights.ts';
import { subscriptionEvent } from '../../domain/subscription/subscription-events.ts';

type Event = Parameters<typeof foldFollowedRow>[1];
const logged = (event: Omit<Event, 'meta'>, at: string) => ({ ...event, meta: { at } }) as Event;
const rowAfter = (...events: readonly Event[]) =>
  events.reduce<FollowedRow | undefined>(foldFollowedRow, undefined);
const nightAfter = (at: string) => nextNight(new Date(at), 'ana').toISOString();

it('schedules a check shortly after two each night for every user whose subscription is not over', () => {
  const row = rowAfter(logged(started(), day(0)), logged(observed({ status: 'incomplete' }), day(0)));
  expect(row).toMatchObject({
    user_id: 'ana',
    status: 'incomplete',
    attempt_id: null,
    due_at: nightAfter(day(0)),
  });
  expect(nightAfter(day(0))).toMatch(/^2030-01-02T02:0\d:00\.000Z$/u);
  expect(nightAfter('2030-01-02T01:00:00.000Z')).toBe(nightAfter(day(0)));
});
it('schedules an earlier check if Premium ends by time alone', () => {
  const ends = { endsAt: '2030-01-01T18:00:00.000Z', cancelAtPeriodEnd: true };
  expect(rowAfter(logged(observed(ends), day(0)))?.due_at).toBe(ends.endsAt);
  const due = { status: 'past_due', pastDueSince: day(-13.9) };
  expect(rowAfter(logged(observed(due), day(0)))?.due_at).toBe(day(0.1));
});
it('deletes the row of an erased user, even with a checkout and a subscription', () => {
  const gone = subscriptionEvent('CustomerForgotten', { userId: 'ana', forgottenAt: day(1) });
  expect(
    rowAfter(logged(started(), day(0)), logged(observed({}), day(0)), logged(gone, day(1))),
  ).toBeUndefined();
});
it('deletes the row when the subscription is over', () => {
  expect(rowAfter(logged(observed({ status: 'canceled' }), day(0)))).toBeUndefined();
  const data = { callId: null, reason: 'refused', words: null, failedAt: day(0) };
  const failed = (retryAt: string | null) =>
    logged(
      subscriptionEvent('CheckoutFailed', { userId: 'ana', attemptId: ATTEMPT, ...data, retryAt }),
      day(0),
    );
  expect(rowAfter(logged(started(), day(0)), failed(day(1)))).toMatchObject({ attempt_id: ATTEMPT });
  expect(rowAfter(logged(started(), day(0)), failed(null))).toBeUndefined();
});
