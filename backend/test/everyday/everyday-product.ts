import { afterAll, beforeAll } from '@jest/globals';
import { Creator } from '../creator.ts';
import { startProduct, type Product } from '../product.ts';

export const PATRON = 'patron@everyday.example';
export const PREMIUM = 'premium@everyday.example';

/** One product for all parts of `everyday.e2e.spec.ts`. No part stops the product, and each part signs up its own users. */
export let product: Product;
let networks = 0;

// Runs before the hooks of the parts, because each part imports this file first.
beforeAll(async () => {
  const env = { COMPLIMENTARY_PREMIUM: [PATRON, PREMIUM].join(','), TRUSTED_PROXIES: '1' };
  product = await startProduct({ fast: true, env });
});
afterAll(() => product.close());

/** A new user in a separate network, because one network allows few sign-ups. */
export const newUser = (email?: string): Promise<Creator> =>
  Creator.signedIn(product, email, { 'x-forwarded-for': `203.0.113.${String(++networks)}` });
