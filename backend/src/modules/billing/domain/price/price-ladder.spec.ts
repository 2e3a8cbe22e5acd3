import { PREMIUM } from '@posthorn/contracts/shared/brand';
import fc from 'fast-check';
import { expect, it } from '@jest/globals';
import { stepAt } from './price-ladder.ts';

const SINCE = '2030-01-01';
const priceOn = (days: number, hours = 0) =>
  stepAt(PREMIUM, SINCE, new Date(Date.parse(SINCE) + days * 86_400_000 + hours * 3_600_000));

it('raises the price at midnight of the thirtieth day, and announces it the day before', () => {
  expect(priceOn(29, 23.99)).toEqual({
    amount: 1900,
    currency: 'usd',
    lookupKey: 'premium_1900_usd_month',
    next: { amount: 2900, from: '2030-01-31' },
  });
  expect(priceOn(30)).toMatchObject({ amount: 2900, next: { amount: 3900, from: '2030-03-02' } });
  expect(priceOn(31)).toMatchObject({ amount: 2900 });
});
it('uses the first price before the ladder begins, and the last price after its end', () => {
  expect(priceOn(-400)).toMatchObject({ amount: 1900 });
  expect(priceOn(90)).toMatchObject({ amount: 4900, next: null });
  expect(priceOn(9000)).toMatchObject({ amount: 4900, next: null });
});
it('charges the amount in the lookup key on every day, and never less than on the previous day', () => {
  fc.assert(
    fc.property(fc.integer({ min: -100, max: 4000 }), (days) => {
      const { amount, currency, lookupKey } = priceOn(days);
      expect(lookupKey).toBe(`premium_${String(amount)}_${currency}_month`);
      expect(priceOn(days + 1).amount).toBeGreaterThanOrEqual(amount);
    }),
  );
});
