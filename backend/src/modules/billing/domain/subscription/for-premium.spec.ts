import { expect, it } from '@jest/globals';
import { fetched } from '../testing/subscription-samples.ts';
import { isForPremium, isKnownForPremium } from './for-premium.ts';

const OFFER = { lookupKeys: ['premium_1900_usd_month'], productIds: ['prod_premium'] };
const MADE_AT_STRIPE = { attemptId: null, subscriptionId: 'sub_2' };
const other = fetched({ ...MADE_AT_STRIPE, prices: [{ lookupKey: 'course', productId: 'prod_course' }] });

it('gives no Premium for a subscription to another product of the operator', () => {
  expect(isForPremium(other, OFFER, null)).toBe(false);
  expect(isForPremium(other, OFFER, 'sub_1')).toBe(false);
});
it.each([
  [
    'a price that the configuration names',
    { prices: [{ lookupKey: 'premium_1900_usd_month', productId: 'prod_old' }] },
  ],
  ['an old price of the same product', { prices: [{ lookupKey: null, productId: 'prod_premium' }] }],
  ['one of several prices', { prices: [...other.prices, { lookupKey: null, productId: 'prod_premium' }] }],
  ['another price, if Posthorn created the subscription', { attemptId: fetched().attemptId }],
])('gives Premium for %s', (_, changes) => {
  expect(isForPremium({ ...other, ...changes }, OFFER, null)).toBe(true);
});
it('keeps the Premium of a subscription that already gave it', () => {
  expect(isForPremium(other, OFFER, 'sub_2')).toBe(true);
});
it('decides without the products where it can', () => {
  expect(isKnownForPremium(fetched(), [], null)).toBe(true);
  expect(isKnownForPremium(other, OFFER.lookupKeys, null)).toBe(false);
});
