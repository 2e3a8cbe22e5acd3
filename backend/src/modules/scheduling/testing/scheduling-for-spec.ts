import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { Type } from '@nestjs/common';
import { SchedulingProduct } from './scheduling-product.ts';

/** One product for a file of specs. Each spec begins with another user. @param more further modules */
export function schedulingForSpec(more: readonly Type[] = []): SchedulingProduct {
  const product = new SchedulingProduct();
  beforeAll(() => product.open(more), 60_000);
  afterAll(() => product.close());
  beforeEach(() => product.newUser());
  return product;
}
