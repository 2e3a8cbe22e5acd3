import { HOUR_MS } from '@posthorn/contracts/shared/durations';
import { expect, it } from '@jest/globals';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import type { StripeGateway } from '../stripe/stripe-gateway.ts';
import type { LadderStart } from './ladder-start.ts';
import { Prices } from './prices.ts';

const NOON = new Date('2030-01-01T12:00:00Z');
const KEY = 'premium_1900_usd_month';
const price = { id: 'price_1900', lookupKey: KEY, amount: 1900, currency: 'usd', productId: 'prod_premium' };

it('reads the prices again after an hour, also if a person sets the clock back', async () => {
  const clock = new FixedClock(NOON);
  let requests = 0;
  const prices = () => {
    requests += 1;
    return Promise.resolve([price]);
  };
  const known = new Prices({ prices } as unknown as StripeGateway, {} as LadderStart, clock);
  for (let times = 0; times < 2; times++) expect(await known.find(KEY)).toEqual(price);
  expect(requests).toBe(1);
  clock.set(new Date(NOON.getTime() - 24 * HOUR_MS));
  clock.advance(HOUR_MS);
  expect(await known.productIds()).toEqual(['prod_premium']);
  expect(requests).toBe(2);
});
