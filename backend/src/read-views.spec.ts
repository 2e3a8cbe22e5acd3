import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { ProjectionRegistry } from '#infrastructure/projections/projection-registry.ts';
import { repositoryRoot } from '#infrastructure/repository-root.ts';
import { productModules } from './testing/product-streams.ts';

const NAMED = /\b(read(?:_v\d+)?)\.([a-z]+_[a-z_]+)\b/gu;

const registry = new ProjectionRegistry();
beforeAll(() => productModules({ provide: ProjectionRegistry, useValue: registry }), 120_000);

/** Each place in sources and pages where SQL names a view of a read model: `file: read_v2.scheduling_post`. */
function named(pattern: string): { where: string; view: string; table: string }[] {
  const root = repositoryRoot();
  return globSync(pattern, { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(NAMED)].map(([found, view = '', table = '']) => ({
      where: `${file}: ${found}`,
      view,
      table,
    })),
  );
}

it.each(['backend/{src/modules,bench}/**/*.ts', 'docs/how-to/*.md'])(
  'names in %s each read model in the version that the product feeds',
  (pattern) => {
    const views = new Map(
      registry
        .all()
        .flatMap(({ version, tables }) =>
          Object.keys(tables).map((table) => [table, `read_v${String(version)}`] as const),
        ),
    );
    expect(views.size).toBeGreaterThan(5);
    const wrong = named(pattern).filter(({ view, table }) => views.get(table) !== view);
    expect(wrong.map(({ where }) => where)).toEqual([]);
  },
);
