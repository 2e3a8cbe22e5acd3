import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { effectsView } from '#infrastructure/effects/open-effects.projection.ts';
import { ProjectionRegistry } from '#infrastructure/readers/projection-registry.ts';
import { readViewOf } from '#infrastructure/readers/read-views.ts';
import { repositoryRoot } from '#infrastructure/config/repository-root.ts';
import { productModules } from './testing/product-streams.ts';

const root = repositoryRoot();
const SOURCES = 'backend/{src/modules,bench,test}/**/*.ts';
/** This file gives an example of what it looks for. */
const ITSELF = relative(root, import.meta.filename);

const registry = new ProjectionRegistry();
beforeAll(() => productModules({ provide: ProjectionRegistry, useValue: registry }), 120_000);

/** The views that the product feeds: `read_v2.scheduling_post`. */
const fed = (): ReadonlySet<string> =>
  new Set(
    registry
      .all()
      .flatMap((projection) => Object.keys(projection.tables).map((table) => readViewOf(projection, table))),
  );

/** Each place of a file that has the pattern, with what its group holds. */
const found = (files: string, pattern: RegExp): { file: string; what: string }[] =>
  globSync(files, { cwd: root })
    .filter((file) => file !== ITSELF)
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([all, what = all]) => ({
        file,
        what,
      })),
    );

it('names no version of a read model beside the one that its projection declares', () => {
  expect(found(SOURCES, /\bread(?:_v\d+)?\.[a-z]+_[a-z_]+\b/gu)).toEqual([]);
});

it('has constants only for views that the product feeds', async () => {
  const files = new Set(found(SOURCES, /^export const [A-Z_]+_VIEW = /gmu).map(({ file }) => file));
  expect(files.size).toBeGreaterThan(5);
  const exported = await Promise.all([...files].map((file) => import(join(root, file)) as Promise<object>));
  const views = exported.flatMap(Object.entries).filter(([name]) => name.endsWith('_VIEW'));
  expect(views.filter(([, view]) => !fed().has(String(view)))).toEqual([]);
});

it('names only tables of effects that the product feeds', () => {
  const tables = found(SOURCES, /\beffectsView\('([a-z_]+)'\)/gu);
  expect(tables.length).toBeGreaterThan(5);
  expect(tables.filter(({ what }) => !fed().has(effectsView(what)))).toEqual([]);
});

it('names in the how-to pages each read model in the version that the product feeds', () => {
  const named = found('docs/how-to/*.md', /\bread_v\d+\.[a-z]+_[a-z_]+\b/gu);
  expect(named.filter(({ what }) => !fed().has(what))).toEqual([]);
});
