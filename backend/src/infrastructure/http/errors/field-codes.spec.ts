import { getMetadataStorage } from 'class-validator';
import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { repositoryRoot } from '#infrastructure/config/repository-root.ts';
import { fieldCode } from './field-codes.ts';

// Responses of the external API have no codes for fields.
const EXTERNAL_API = /features\/(?:external-|follow-events|upload-media-from-web)/u;

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(join(repositoryRoot(), folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(repositoryRoot(), folder, file))
    .filter((file) => file.endsWith('.ts') && !file.includes('.spec.') && !EXTERNAL_API.test(file));

type Rule = Readonly<{ type: string; propertyName: string; message: unknown }>;
/** The rules that refuse nothing by themselves. */
const REFUSE_NOTHING = ['conditionalValidation', 'whitelistValidation'];

it('has a field code for each sentence of a DTO', async () => {
  const classes = new Set<unknown>();
  for (const file of filesBelow('backend/src/modules').filter((each) => each.endsWith('.dto.ts')))
    for (const each of Object.values((await import(file)) as object)) classes.add(each);
  const { validationMetadatas: byClass } = getMetadataStorage() as unknown as Readonly<{
    validationMetadatas: ReadonlyMap<unknown, readonly Rule[]>;
  }>;
  // Other spec files of this worker may have loaded further classes.
  const rules = [...byClass].flatMap(([each, all]) => (classes.has(each) ? all : []));
  const refusing = rules.filter(({ type }) => !REFUSE_NOTHING.includes(type));
  const withoutCode = refusing.filter(
    ({ message }) => typeof message !== 'string' || fieldCode(message) === undefined,
  );
  expect(refusing.length).toBeGreaterThan(100);
  expect(withoutCode.map(({ propertyName, message }) => [propertyName, message])).toEqual([]);
});

it('has a field code for each sentence in a thrown `RequestNotValid`', async () => {
  const texts: Record<string, unknown> = {};
  for (const file of filesBelow('libs/contracts/src')) Object.assign(texts, await import(file));
  const refused = filesBelow('backend/src')
    .flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(/RequestNotValid\(\{ \S+ (?<text>[A-Z_]+)\.(?<name>\w+) \}/gu),
    ])
    .map(({ groups = {} }) => (texts[groups['text'] ?? ''] as Record<string, string>)[groups['name'] ?? '']);
  expect(refused.length).toBeGreaterThan(10);
  expect(refused.filter((sentence) => fieldCode(sentence ?? '') === undefined)).toEqual([]);
});

it('adds the limit to the code', () => {
  expect(fieldCode(POST_TEXT.contentMax)).toEqual({
    code: 'scheduling.content-too-long',
    values: { max: 2200 },
  });
});
