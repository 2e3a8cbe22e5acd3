import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { repositoryRoot } from '#infrastructure/config/repository-root.ts';

const root = repositoryRoot();
const ports = globSync('backend/src/modules/*/ports/*.ts', { cwd: root });

/** Matches the allowed lines: classes that are abstract, types, imports of types, comments, and indented lines. */
const ALLOWED = /^(?:import type |(?:export )?type |export abstract class |export type \{|[ })>|/]|$)/u;

it('finds more than 30 ports', () => {
  expect(ports.length).toBeGreaterThan(30);
});

it('allows only abstract classes and types in ports', () => {
  const others = ports.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => !ALLOWED.test(line))
      .map((line) => `${file}: ${line}`),
  );
  expect(others).toEqual([]);
});
