import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { WebhooksProduct } from './webhooks-product.ts';

/** One product for a file of specs. Each spec begins with another person and receivers that have taken nothing. */
export function webhooksForSpec(receivers = 1): WebhooksProduct {
  const product = new WebhooksProduct();
  beforeAll(() => product.open(receivers), 60_000);
  afterAll(() => product.close());
  beforeEach(() => product.reset());
  return product;
}
