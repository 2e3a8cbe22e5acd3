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
/** Skipped: this file contains an example of the names that it searches for. */
const ITSELF = relative(root, import.meta.filename);

const registry = new ProjectionRegistry();
beforeAll(() => productModules({ provide: ProjectionRegistry, useValue: registry }), 120_000);

/** Returns the views of all tables of projections, for example `read_v2.scheduling_post`. */
const viewsOfProjections = (): ReadonlySet<string> =>
  new Set(
    registry
      .all()
      .flatMap((projection) => Object.keys(projection.tables).map((table) => readViewOf(projection, table))),
  );

/** Returns each match of the pattern in the files: the file, and the text of the group or of the match. */
const matchesIn = (files: string, pattern: RegExp): { file: string; what: string }[] =>
  globSync(files, { cwd: root })
    .filter((file) => file !== ITSELF)
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(pattern)].map(([all, what = all]) => ({
        file,
        what,
      })),
    );

it('finds no read view that is written by hand in the sources', () => {
  expect(matchesIn(SOURCES, /\bread(?:_v\d+)?\.[a-z]+_[a-z_]+\b/gu)).toEqual([]);
});

it('has constants only for views that projections write', async () => {
  const files = new Set(matchesIn(SOURCES, /^export const [A-Z_]+_VIEW = /gmu).map(({ file }) => file));
  expect(files.size).toBeGreaterThan(5);
  const exported = await Promise.all([...files].map((file) => import(join(root, file)) as Promise<object>));
  const views = exported.flatMap(Object.entries).filter(([name]) => name.endsWith('_VIEW'));
  expect(views.filter(([, view]) => !viewsOfProjections().has(String(view)))).toEqual([]);
});

it('calls effectsView only with tables that projections write', () => {
  const tables = matchesIn(SOURCES, /\beffectsView\('([a-z_]+)'\)/gu);
  expect(tables.length).toBeGreaterThan(5);
  expect(tables.filter(({ what }) => !viewsOfProjections().has(effectsView(what)))).toEqual([]);
});

it('finds in the how-to pages only views that projections write', () => {
  const viewsInDocs = matchesIn('docs/how-to/*.md', /\bread_v\d+\.[a-z]+_[a-z_]+\b/gu);
  expect(viewsInDocs.filter(({ what }) => !viewsOfProjections().has(what))).toEqual([]);
});
