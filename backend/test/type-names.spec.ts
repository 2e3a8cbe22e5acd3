import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { repositoryRoot } from '#infrastructure/config/repository-root.ts';

const ROOTS = ['backend/src', 'backend/sandbox', 'frontend/src', 'libs/*/src'];

/** Names that may be declared more than once, each with the reason. */
const ALLOWED: Readonly<Record<string, string>> = {};

/** Matches declarations of exported types, and not `export type { Name }`, which exports the type of another file again. */
const DECLARED =
  /^(?:@.+ )?export (?:default )?(?:declare )?(?:abstract )?(?:type|interface|class|(?:const )?enum) (\w+)/gmu;

const root = repositoryRoot();

/** Returns the files that declare each exported type name. */
function declaredIn(folder: string): ReadonlyMap<string, readonly string[]> {
  const filesOf = new Map<string, string[]>();
  for (const file of globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root })) {
    const source = readFileSync(join(root, file), 'utf8');
    for (const name of new Set([...source.matchAll(DECLARED)].map(([, found = '']) => found)))
      filesOf.set(name, [...(filesOf.get(name) ?? []), file]);
  }
  return filesOf;
}

const declared = declaredIn(`{${ROOTS.join(',')}}`);

it.each(ROOTS)('reads the types of %s', (folder) => {
  expect(declaredIn(folder).size).toBeGreaterThan(30);
});

it('declares each exported type name once', () => {
  const duplicates = [...declared].filter(([name, files]) => files.length > 1 && !(name in ALLOWED));
  expect(Object.fromEntries(duplicates)).toEqual({});
});

it('finds no needless entry in ALLOWED', () => {
  expect(Object.keys(ALLOWED).filter((name) => (declared.get(name)?.length ?? 0) < 2)).toEqual([]);
});
