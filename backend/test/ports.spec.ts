import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { repositoryRoot } from '#infrastructure/config/repository-root.ts';

const root = repositoryRoot();
const ports = globSync('backend/src/modules/*/ports/*.ts', { cwd: root });

/** What may begin a line that is not indented: the beginning or end of a promise, a type, or a comment. */
const ALLOWED = /^(?:import type |(?:export )?type |export abstract class |export type \{|[ })>|/]|$)/u;

it('finds the ports of modules', () => {
  expect(ports.length).toBeGreaterThan(30);
});

it('has only abstract classes and types in ports', () => {
  const others = ports.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => !ALLOWED.test(line))
      .map((line) => `${file}: ${line}`),
  );
  expect(others).toEqual([]);
});
