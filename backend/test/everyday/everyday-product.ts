import { afterAll, beforeAll } from '@jest/globals';
import { Creator } from '../creator.ts';
import { startProduct, type Product } from '../product.ts';

export const PATRON = 'patron@everyday.example';
export const PREMIUM = 'premium@everyday.example';

/** One for all parts of `everyday.e2e.spec.ts`. It is never stopped, and each part signs up people of its own. */
export let product: Product;
let networks = 0;

// Runs before what the parts prepare, since each of them imports this file first.
beforeAll(async () => {
  const env = { COMPLIMENTARY_PREMIUM: [PATRON, PREMIUM].join(','), TRUSTED_PROXIES: '1' };
  product = await startProduct({ fast: true, env });
}, 120_000);
afterAll(() => product.close());

/** Each from a network of their own: so many from a single one would be asked to wait. */
export const somebody = (email?: string): Promise<Creator> =>
  Creator.signedIn(product, email, { 'x-forwarded-for': `203.0.113.${String(++networks)}` });
