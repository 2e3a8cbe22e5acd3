import { specify } from '@posthorn/event-sourcing/testing';
import { it } from '@jest/globals';
import {
  settleComplimentary,
  subscriptionStream,
  type PremiumEnded,
  type PremiumGranted,
} from './subscription.ts';

const given = specify(subscriptionStream);
const data = { userId: 'ana', cause: 'complimentary' } as const;
const granted: PremiumGranted = { type: 'PremiumGranted', schema: 1, data };
const ended: PremiumEnded = { type: 'PremiumEnded', schema: 1, data };

it('grants Premium to an address on the list, with its cause', () => {
  given()
    .when((subscription) => settleComplimentary(subscription, 'ana', true))
    .then(granted);
});
it('grants it once, however often the user signs in', () => {
  given(granted)
    .when((subscription) => settleComplimentary(subscription, 'ana', true))
    .then();
});
it('ends it when the address was taken off the list', () => {
  given(granted)
    .when((subscription) => settleComplimentary(subscription, 'ana', false))
    .then(ended);
});
it('grants it again when the address comes back', () => {
  given(granted, ended)
    .when((subscription) => settleComplimentary(subscription, 'ana', true))
    .then(granted);
});
it('leaves a free user who is not on the list alone', () => {
  given()
    .when((subscription) => settleComplimentary(subscription, 'ana', false))
    .then();
  given(granted, ended)
    .when((subscription) => settleComplimentary(subscription, 'ana', false))
    .then();
});
