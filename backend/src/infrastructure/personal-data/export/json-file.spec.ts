import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { eventFiles, type ExportFile } from '#infrastructure/readers/export-part.ts';
import { ExportRegistry } from '#infrastructure/readers/export-registry.ts';
import { jsonTextOf, schemaOf } from './json-file.ts';
import { flag, number, record } from '#infrastructure/readers/json-schema.ts';

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (const item of items) yield await Promise.resolve(item);
}
async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}
const fileWith = (rows: readonly JsonObject[]): ExportFile => ({
  name: 'bowls.json',
  about: 'Bowls.',
  sections: {
    glaze: { schema: record('The glaze.', { isBlue: flag('Whether it is blue.') }), value: glaze },
    bowls: {
      about: 'Each bowl.',
      schema: record('A bowl.', { id: number('Its number.') }),
      rows: () => each(rows),
    },
  },
});
const glaze = (userId: string) => Promise.resolve({ isBlue: userId === 'ana' });
const textOf = async (rows: readonly JsonObject[]) => (await all(jsonTextOf(fileWith(rows), 'ana'))).join('');

it.each([[[]], [[{ id: 1 }]], [[{ id: 1 }, { id: 2 }, { id: 3 }]]])('writes %j as JSON', async (rows) => {
  expect(JSON.parse(await textOf(rows))).toEqual({ glaze: { isBlue: true }, bowls: rows });
});

it('returns one row at a time', async () => {
  const pieces = await all(jsonTextOf(fileWith([{ id: 1 }, { id: 2 }]), 'ana'));
  expect(pieces.filter((piece) => /"id":1.*"id":2/su.test(piece))).toEqual([]);
});

it('describes the whole file, and allows no other members', () => {
  expect(schemaOf(fileWith([]))).toMatchObject({
    title: 'bowls.json',
    description: 'Bowls.',
    required: ['glaze', 'bowls'],
    additionalProperties: false,
    properties: { bowls: { type: 'array', items: { required: ['id'], additionalProperties: false } } },
  });
});

it('splits many streams into several files of events, and makes none without streams', async () => {
  expect(await all(eventFiles('bowls', each(['a', 'b', 'c']), 2))).toEqual([
    { name: 'bowls-1', streams: ['a', 'b'] },
    { name: 'bowls-2', streams: ['c'] },
  ]);
  expect(await all(eventFiles('bowls', each(['a', 'b']), 2))).toHaveLength(1);
  expect(await all(eventFiles('bowls', each([]), 2))).toEqual([]);
});

it('accepts a file name only once', () => {
  const exports = new ExportRegistry();
  const part = { files: [fileWith([])], categories: [], tables: [] };
  exports.add(part);
  expect(() => {
    exports.add(part);
  }).toThrow('bowls.json');
});

describe('what a part adds to a file of another part', () => {
  const own = { files: [fileWith([])], categories: [], tables: [] };
  const added = { about: 'Each cup.', schema: record('A cup.', {}), rows: () => each([]) };
  const registryWith = (file: string, member: string) => {
    const exports = new ExportRegistry();
    exports.add({ files: [], additions: { [file]: { [member]: added } }, categories: [], tables: [] });
    exports.add(own);
    return exports;
  };

  it('comes after the members of that file', () => {
    const [file] = registryWith('bowls.json', 'cups').files();
    expect(Object.keys(file?.sections ?? {})).toEqual(['glaze', 'bowls', 'cups']);
  });
  it.each([
    ['cups.json', 'cups', 'no file cups.json'],
    ['bowls.json', 'glaze', 'bowls.json of the export has glaze twice'],
  ])('is refused in %s as %s', (name, member, problem) => {
    expect(() => registryWith(name, member).files()).toThrow(problem);
  });
});
