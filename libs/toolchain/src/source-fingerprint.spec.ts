import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sourceFingerprint } from './source-fingerprint.mjs';

type Part = 'backend' | 'frontend';

const REPOSITORY = join(import.meta.dirname, '..', '..', '..');
const NO_SOURCES = /(^|\/)(node_modules|dist|coverage|\.data[^/]*)(\/|$)|\.(log|tsbuildinfo)$|\.spec\.tsx?$/u;
const UNBUILT = /^backend\/(test|bench|fixtures)\//u;

/** One file of each kind: every file directly in a part, and one for each file extension in each folder below. */
function oneOfEachKind(...folders: readonly string[]): readonly string[] {
  const kinds = new Map<string, string>();
  for (const folder of folders) {
    const entries = readdirSync(join(REPOSITORY, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      const file = join(entry.parentPath, entry.name).slice(REPOSITORY.length + 1);
      if (!entry.isFile() || NO_SOURCES.test(file) || UNBUILT.test(file)) continue;
      const [, below = '', ...deeper] = file.slice(folder.length).split('/');
      kinds.set(deeper.length === 0 ? file : `${folder}/${below} ${extname(file)}`, file);
    }
  }
  return [...kinds.values()];
}

const SHARED = ['package-lock.json'];
const KINDS: Readonly<Record<Part, readonly string[]>> = {
  frontend: [...oneOfEachKind('frontend', 'libs/contracts'), ...SHARED],
  backend: [...oneOfEachKind('backend', 'libs'), 'tsconfig.json', ...SHARED],
};

/** A copy without git, as in a container image. */
let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'posthorn-fingerprint-'));
  for (const file of ['.gitignore', ...KINDS.frontend, ...KINDS.backend])
    cpSync(join(REPOSITORY, file), join(copy, file));
});
afterAll(() => {
  rmSync(copy, { recursive: true });
});

function write(file: string): void {
  mkdirSync(dirname(join(copy, file)), { recursive: true });
  appendFileSync(join(copy, file), 'changed');
}

it('covers files of every kind', () => {
  expect(KINDS.frontend).toEqual(
    expect.arrayContaining(
      ['offline-worker.mjs', 'no-worker.mjs', 'offline.ts', 'icons.ts', 'index.html'].map(
        (name) => `frontend/${name}`,
      ),
    ),
  );
  expect(new Set(KINDS.frontend.map(extname))).toEqual(
    new Set(['.css', '.html', '.json', '.md', '.mjs', '.svg', '.ts', '.tsx']),
  );
  expect(KINDS.backend.length).toBeGreaterThan(10);
});

describe.each(['frontend', 'backend'] as const)('the %s', (part) => {
  const now = () => sourceFingerprint(copy, part);

  it.each(KINDS[part])('is built again after a change of %s', (file) => {
    const before = now();
    write(file);
    expect(now()).not.toBe(before);
  });
  it.each(['new.mjs', 'new-folder/new.json', 'src/deep/down/new.css', '.env.production'])(
    'is built again when %s is new, and when it is renamed',
    (name) => {
      const before = now();
      write(`${part}/${name}`);
      const added = now();
      renameSync(join(copy, part, name), join(copy, part, `${name}.other`));
      expect(new Set([before, added, now()]).size).toBe(3);
    },
  );
  it('is built again when text moves from one file to the next', () => {
    const both = (one: string, other: string) => {
      writeFileSync(join(copy, part, 'src/a'), one);
      writeFileSync(join(copy, part, 'src/b'), other);
      return now();
    };
    expect(both('ab', '')).not.toBe(both('a', 'b'));
  });
  it.each([
    'src/posts.spec.ts',
    'src/posts.spec.tsx',
    'dist/index.html',
    'dist-4711/index.html',
    'node_modules/package/index.js',
    'src/node_modules/package/index.js',
    'coverage/report.html',
    '.data/posts',
    '.data-second/posts',
    'npm-debug.log',
    'tsconfig.tsbuildinfo',
  ])('is not built again for %s', (name) => {
    const before = now();
    write(`${part}/${name}`);
    expect(now()).toBe(before);
  });
});

it.each(['test/product.ts', 'test/browser/in-page.mjs', 'bench/main.ts', 'fixtures/events/post.ndjson'])(
  'needs no build for backend/%s, which runs from source',
  (name) => {
    const before = sourceFingerprint(copy, 'backend');
    write(`backend/${name}`);
    expect(sourceFingerprint(copy, 'backend')).toBe(before);
  },
);
