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
/** This file contains an example of what it searches for. */
const ITSELF = relative(root, import.meta.filename);

const registry = new ProjectionRegistry();
beforeAll(() => productModules({ provide: ProjectionRegistry, useValue: registry }), 120_000);

/** The views that the product's projections write: `read_v2.scheduling_post`. */
const fed = (): ReadonlySet<string> =>
  new Set(
    registry
      .all()
      .flatMap((projection) => Object.keys(projection.tables).map((table) => readViewOf(projection, table))),
  );

/** Each match of the pattern in the files, with the text of its group. */
const found = (files: string, pattern: RegExp): { file: string; what: string }[] =>
  globSync(files, { cwd: root })
    .filter((file) => file !== ITSELF)
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([all, what = all]) => ({
        file,
        what,
      })),
    );

it('names no other version of a read model than its projection declares', () => {
  expect(found(SOURCES, /\bread(?:_v\d+)?\.[a-z]+_[a-z_]+\b/gu)).toEqual([]);
});

it('has constants only for views that projections write', async () => {
  const files = new Set(found(SOURCES, /^export const [A-Z_]+_VIEW = /gmu).map(({ file }) => file));
  expect(files.size).toBeGreaterThan(5);
  const exported = await Promise.all([...files].map((file) => import(join(root, file)) as Promise<object>));
  const views = exported.flatMap(Object.entries).filter(([name]) => name.endsWith('_VIEW'));
  expect(views.filter(([, view]) => !fed().has(String(view)))).toEqual([]);
});

it('names only tables of effects that projections write', () => {
  const tables = found(SOURCES, /\beffectsView\('([a-z_]+)'\)/gu);
  expect(tables.length).toBeGreaterThan(5);
  expect(tables.filter(({ what }) => !fed().has(effectsView(what)))).toEqual([]);
});

it('names each read model in the how-to pages in the version that projections write', () => {
  const named = found('docs/how-to/*.md', /\bread_v\d+\.[a-z]+_[a-z_]+\b/gu);
  expect(named.filter(({ what }) => !fed().has(what))).toEqual([]);
});
