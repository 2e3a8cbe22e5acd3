import { beforeAll, expect, it } from '@jest/globals';
import { ProjectionRegistry } from '#infrastructure/readers/projection-registry.ts';
import { productModules } from './testing/product-streams.ts';

const registry = new ProjectionRegistry();
beforeAll(() => productModules({ provide: ProjectionRegistry, useValue: registry }));

// Everything that is shown is somebody's: a table without an owner would outlive the people in it.
it('says of each table of each read model whose rows are in it', () => {
  const tables = registry.all().flatMap(({ personal }) => Object.entries(personal));
  expect(tables.length).toBeGreaterThan(20);
  expect(tables.filter(([, rows]) => rows === null).map(([table]) => table)).toEqual([]);
});
