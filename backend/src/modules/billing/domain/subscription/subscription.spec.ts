import { specify } from '@posthorn/event-sourcing/testing';
import { expect, it } from '@jest/globals';
import {
  subscriptionEvent,
  type CustomerForgotten,
  type CustomerLinked,
  type PremiumEnded,
  type PremiumGranted,
} from './subscription-events.ts';
import { forgetCustomer, planOf, settleComplimentary, subscriptionStream } from './subscription.ts';

const given = specify(subscriptionStream);
const data = { userId: 'ana', cause: 'complimentary' } as const;
const granted: PremiumGranted = subscriptionEvent('PremiumGranted', data);
const ended: PremiumEnded = subscriptionEvent('PremiumEnded', { ...data, plan: 'free' });

it('grants complimentary Premium to a user whose address is on the list', () => {
  given()
    .when((subscription) => settleComplimentary(subscription, 'ana', true))
    .then(granted);
});
it('grants Premium once, however often the user signs in', () => {
  given(granted)
    .when((subscription) => settleComplimentary(subscription, 'ana', true))
    .then();
});
it('ends Premium when the operator removes the address from the list', () => {
  given(granted)
    .when((subscription) => settleComplimentary(subscription, 'ana', false))
    .then(ended);
});
it('grants Premium again when the address is on the list again', () => {
  given(granted, ended)
    .when((subscription) => settleComplimentary(subscription, 'ana', true))
    .then(granted);
});
it('leaves paid Premium unchanged', () => {
  const paid: PremiumGranted = subscriptionEvent('PremiumGranted', { userId: 'ana', cause: 'subscription' });
  given(paid)
    .when((subscription) => settleComplimentary(subscription, 'ana', false))
    .then();
  given(paid)
    .when((subscription) => settleComplimentary(subscription, 'ana', true))
    .then(granted);
  given(granted, paid)
    .when((subscription) => settleComplimentary(subscription, 'ana', false))
    .then(subscriptionEvent('PremiumEnded', { ...data, plan: 'premium' }));
});
it('gives Premium while at least one cause holds', () => {
  const subscription = { userId: 'ana', cause: 'subscription' } as const;
  const story = [
    granted,
    subscriptionEvent('PremiumGranted', subscription),
    ended,
    subscriptionEvent('PremiumEnded', { ...subscription, plan: 'free' }),
  ] as const;
  const plans = story.map((_, at) =>
    planOf(story.slice(0, at + 1).reduce(subscriptionStream.evolve, subscriptionStream.initial)),
  );
  expect(plans).toEqual(['premium', 'premium', 'premium', 'free']);
});
it('does nothing for a free user who is not on the list', () => {
  given()
    .when((subscription) => settleComplimentary(subscription, 'ana', false))
    .then();
  given(granted, ended)
    .when((subscription) => settleComplimentary(subscription, 'ana', false))
    .then();
});
it('removes a deleted customer and all paid subscriptions once, and does nothing for a user without a customer', () => {
  const at = '2030-01-01T12:00:00.000Z';
  const linked: CustomerLinked = subscriptionEvent('CustomerLinked', {
    userId: 'ana',
    customerId: 'cus_1',
    linkedAt: at,
  });
  const forgotten: CustomerForgotten = subscriptionEvent('CustomerForgotten', {
    userId: 'ana',
    forgottenAt: at,
  });
  given(linked, granted)
    .when((subscription) => forgetCustomer(subscription, 'ana', at))
    .then(forgotten);
  given(linked, granted, forgotten)
    .when((subscription) => forgetCustomer(subscription, 'ana', at))
    .then();
  given()
    .when((subscription) => forgetCustomer(subscription, 'ana', at))
    .then();
  const state = [linked, granted, forgotten].reduce(subscriptionStream.evolve, subscriptionStream.initial);
  expect([planOf(state), state.customerId]).toEqual(['free', null]);
});
