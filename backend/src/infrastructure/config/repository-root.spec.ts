import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { rootAbove } from './repository-root.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthorn-root-'));
  mkdirSync(join(folder, 'backend', 'dist'), { recursive: true });
  writeFileSync(join(folder, 'backend', 'package.json'), '{ "name": "@posthorn/backend" }');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('reports what is missing if the product is incomplete', () => {
  expect(() => rootAbove(join(folder, 'backend', 'dist'))).toThrow('no package.json names the workspaces');
});

it('finds the root folder of the workspaces from inside any of them', () => {
  writeFileSync(join(folder, 'package.json'), '{ "workspaces": ["backend"] }');
  for (const start of ['', 'backend', 'backend/dist']) expect(rootAbove(join(folder, start))).toBe(folder);
});
