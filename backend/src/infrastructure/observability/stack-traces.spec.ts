import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SourceMap } from 'node:module';
import { sourcePlaces } from './source-map.ts';
import { stackFormat } from './stack-traces.ts';

/** Two lines of generated code. The second begins in the second source, at column 5. */
const MAP = {
  version: 3,
  sources: ['../../src/a.ts', '../../src/b.ts'],
  names: [],
  mappings: 'AAAA,IAAI;KCCJ,SAEE',
};

describe('the stack of an error', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-stacks-'));
    await mkdir(join(folder, 'dist', 'chunks'), { recursive: true });
  });
  afterEach(() => rm(folder, { recursive: true }));

  const siteIn = (name: string, line: number, column: number) => {
    const { href } = pathToFileURL(join(folder, 'dist', name));
    return {
      getFileName: () => href,
      getLineNumber: () => line,
      getColumnNumber: () => column,
      toString: () => `work (${href}:${String(line)}:${String(column)})`,
    };
  };
  const source = (name: string) => pathToFileURL(join(folder, 'src', name)).href;

  it('shows the lines of the sources', async () => {
    await writeFile(join(folder, 'dist', 'chunks', 'main.js.map'), JSON.stringify(MAP));
    const sites = [siteIn('chunks/main.js', 2, 6), siteIn('chunks/main.js', 1, 6)];
    expect(stackFormat()(new RangeError('too far'), sites)).toBe(
      `RangeError: too far\n    at work (${source('b.ts')}:2:1)\n    at work (${source('a.ts')}:1:5)`,
    );
  });

  it('stays unchanged without a map, and in packages', async () => {
    await writeFile(join(folder, 'dist', 'chunks', 'packages-1.js.map'), JSON.stringify(MAP));
    for (const site of [siteIn('chunks/none.js', 2, 6), siteIn('chunks/packages-1.js', 2, 6)])
      expect(stackFormat()(new Error('no'), [site])).toBe(`Error: no\n    at ${site.toString()}`);
  });
});

describe('sourcePlaces', () => {
  it('finds the same positions as Node’s decoder', () => {
    const decoded = new SourceMap({ ...MAP, file: '', sourcesContent: [], sourceRoot: '' });
    const positions = [0, 1].flatMap((line) => [0, 4, 5, 9, 14, 20].map((column) => ({ line, column })));
    const found = positions.map(({ line, column }) => {
      const entry = decoded.findEntry(line, column);
      // Before the first mapping of a line, Node returns the last mapping of the previous line.
      if (!('originalSource' in entry) || entry.generatedLine !== line) return undefined;
      return { source: entry.originalSource, line: entry.originalLine, column: entry.originalColumn };
    });
    expect(sourcePlaces(MAP, positions)).toEqual(found);
  });
});
