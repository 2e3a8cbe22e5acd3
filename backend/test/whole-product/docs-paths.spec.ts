import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from '@jest/globals';
import { repositoryRoot } from '#infrastructure/config/repository-root.ts';

/** Matches `[words](../architecture.md#part)`, but no link to a web page. */
const LINK = /\]\((?!https?:|#|mailto:)([^)\s#]+)/gu;
/** Matches `effects/attempt/rules.ts`, relative to any folder of the repository, but not `<module>.module.ts`. */
const FILE = /`((?:[\w.@-]+\/)*\w[\w.-]*\.(?:ts|tsx|mjs|md))`/gu;
/** Matches `backend/src/infrastructure/media`. */
const FOLDER = /`((?:backend|frontend|libs|docs)(?:\/[\w.-]+)+)\/?`/gu;
/** Paths that a build or a run creates. */
const NOT_STORED = /\/dist\/|^dist\/|routeTree/u;

const root = repositoryRoot();
const found = globSync(
  ['*', '{backend,docs,frontend,libs}/**/*', '.dependency-cruiser.mjs', '.github/**/*'],
  {
    cwd: root,
    exclude: (path) => path.includes('node_modules') || path.endsWith('/dist'),
  },
);
const paths = new Set(found);
/** All endings of existing paths: `rules.ts`, `attempt/rules.ts` and so on. */
const endings = new Set(
  found.flatMap((path) => {
    const parts = path.split('/');
    return parts.map((_, from) => parts.slice(from).join('/'));
  }),
);

function missingIn(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8');
  const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, path = '']) => path);
  const links = all(LINK).filter(
    (path) => !paths.has(normalize(join(dirname(page), path)).replace(/\/$/u, '')),
  );
  const files = all(FILE).filter((path) => !endings.has(path) && !NOT_STORED.test(path));
  const folders = all(FOLDER).filter((path) => !paths.has(path) && !endings.has(path));
  return [...links, ...files, ...folders];
}

const pages = found.filter((path) => /^(?:docs\/.*|README|CONTRIBUTING)\.md$|^docs\/.*\.md$/u.test(path));

it('finds more than 20 pages', () => {
  expect(pages.length).toBeGreaterThan(20);
});

it.each(pages)('names only existing files and folders: %s', (page) => {
  expect(missingIn(page)).toEqual([]);
});
