import { beforeAll, expect, it } from '@jest/globals';
import { ProjectionRegistry } from '#infrastructure/readers/projection-registry.ts';
import { productModules } from './testing/product-streams.ts';

const registry = new ProjectionRegistry();
beforeAll(() => productModules({ provide: ProjectionRegistry, useValue: registry }));

// All rows of read models belong to users. A table without an owner would keep rows of erased users.
it('declares the owner of the rows for each table of each read model', () => {
  const tables = registry.all().flatMap(({ personal }) => Object.entries(personal));
  expect(tables.length).toBeGreaterThan(20);
  expect(tables.filter(([, rows]) => rows === null).map(([table]) => table)).toEqual([]);
});
