import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { configurationPage, namesOfApps } from './configuration-page.ts';
import { VARIABLE_SECTIONS } from './described-variables.ts';
import { defaultsOfVariables } from './read-configuration.ts';
import { repositoryRoot } from './repository-root.ts';

const described = [...VARIABLE_SECTIONS.flatMap(({ variables }) => Object.keys(variables)), ...namesOfApps()];

it('describes each variable that the code reads, and no other', () => {
  expect([...new Set(described)].sort()).toEqual([...defaultsOfVariables().keys()].sort());
});

it('describes each variable once', () => {
  expect(described.filter((name, at) => described.indexOf(name) !== at)).toEqual([]);
});

/** Prettier aligns tables and keeps lines unbroken, so only words are compared. */
const words = (text: string): string => text.replace(/-{3,}|[\s|]+/gu, ' ').trim();

it('matches docs/configuration.md', () => {
  const page = readFileSync(join(repositoryRoot(), 'docs/configuration.md'), 'utf8');
  expect(words(page)).toBe(words(configurationPage(defaultsOfVariables())));
});
