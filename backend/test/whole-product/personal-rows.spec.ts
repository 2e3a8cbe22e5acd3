import { beforeAll, expect, it } from '@jest/globals';
import { ProjectionRegistry } from '#infrastructure/readers/projection-registry.ts';
import { productModules } from './testing/product-streams.ts';

const registry = new ProjectionRegistry();
beforeAll(() => productModules({ provide: ProjectionRegistry, useValue: registry }));

// All displayed data belongs to a user: a table without an owner would keep data of erased people.
it('declares for each table of each read model whose rows it holds', () => {
  const tables = registry.all().flatMap(({ personal }) => Object.entries(personal));
  expect(tables.length).toBeGreaterThan(20);
  expect(tables.filter(([, rows]) => rows === null).map(([table]) => table)).toEqual([]);
});
