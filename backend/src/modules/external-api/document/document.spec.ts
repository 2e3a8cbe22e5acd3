import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXTERNAL_PATH } from '@posthorn/contracts/external/external.http';
import type { Call } from '@posthorn/contracts/shared/call';
import { beforeAll, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { repositoryRoot } from '#infrastructure/config/repository-root.ts';
import { CALL_TABLE } from './call-table.ts';
import { EXTERNAL_CODES } from './openapi.ts';
import { resolved, type ApiDocument, type DocumentOperation } from './read-document.ts';
import { AnswerCheck } from './testing/answer-check.ts';
import { committedDocument } from './testing/committed-document.ts';
import { madeDocument } from './testing/made-document.ts';

let document: ApiDocument;
let operations: readonly DocumentOperation[];
beforeAll(() => {
  document = JSON.parse(committedDocument()) as ApiDocument;
  operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
});

it('matches the contracts (run "npm run openapi" after a change of the contracts)', async () => {
  const made = await madeDocument();
  expect(made === committedDocument() ? 'the same' : made).toBe('the same');
});

it('contains its licence, and the response 431 for headers that are too large', () => {
  const { info } = document as unknown as { info: Readonly<Record<string, unknown>> };
  expect(info['license']).toEqual({ name: 'Apache License 2.0', identifier: 'Apache-2.0' });
  const without431 = operations.filter(({ responses }) => responses['431'] === undefined);
  expect(without431).toEqual([]);
});

it('is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(committedDocument());
  expect([valid, errors, validator.version]).toEqual([true, undefined, '3.1']);
});

/** Source files below a folder of the repository. */
const sources = (folder: string): readonly string[] =>
  readdirSync(join(repositoryRoot(), folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('.spec.'))
    .map((file) => join(repositoryRoot(), folder, file));

const isExternalCall = (thing: unknown): thing is Call<unknown, unknown> =>
  typeof thing === 'object' &&
  thing !== null &&
  'path' in thing &&
  String(thing.path).startsWith(`${EXTERNAL_PATH}/`);

it('has every call of the contracts under its name', async () => {
  const calls: Record<string, Call<unknown, unknown>> = {};
  for (const file of sources('libs/contracts/src/external'))
    for (const [name, thing] of Object.entries((await import(file)) as Readonly<Record<string, unknown>>))
      if (isExternalCall(thing)) calls[name] = thing;
  const listed = Object.fromEntries(Object.entries(CALL_TABLE).map(([name, { call }]) => [name, call]));
  expect(Object.keys(listed).sort()).toEqual(Object.keys(calls).sort());
  expect(listed).toEqual(calls);
});

it('contains only error codes that the product has', () => {
  const own = join('external-api', 'document');
  const texts = sources('backend/src')
    .filter((file) => !file.includes(own))
    .map((file) => readFileSync(file, 'utf8'))
    .join('');
  expect(EXTERNAL_CODES.filter((code) => !texts.includes(`'${code}'`))).toEqual([]);
  const used = operations.flatMap(({ responses }) =>
    Object.values(responses).flatMap((each) => resolved(document, each)['x-codes'] ?? []),
  );
  // The server sends this code for unknown URLs, so no call lists it.
  expect(EXTERNAL_CODES.filter((code) => !used.includes(code))).toEqual(['request.not-found']);
});

it('shows examples that match their schemas', () => {
  const check = new AnswerCheck(document);
  const shown = operations.flatMap(({ operationId, requestBody, responses }) =>
    [requestBody?.content, ...Object.values(responses).map((each) => resolved(document, each).content)]
      .flatMap((content) => Object.values(content ?? {}))
      .filter(({ example }) => example !== undefined)
      .map(({ schema, example }) => [operationId, ...check.problemsIn(schema, example)]),
  );
  expect(shown.length).toBeGreaterThan(operations.length);
  expect(shown.filter((problems) => problems.length > 1)).toEqual([]);
});

it('has no object without fields, which the generator writes for types that it cannot read', () => {
  expect(JSON.stringify(document)).not.toContain('"properties":{}');
});

it('contains no internal names of the code', () => {
  const words: string[] = [];
  JSON.stringify(document, (key, value: unknown) => {
    if ((key === 'description' || key === 'means') && typeof value === 'string') words.push(value);
    return value;
  });
  expect(words.filter((each) => /\bAs `|EXTERNAL_|POST_LISTS|deleteRemote|\.ts\b/u.test(each))).toEqual([]);
});
