import { ERROR_CODES } from '@posthorn/contracts/shared/error-codes';
import { sentenceOf } from '@posthorn/contracts/shared/said';
import { expect, it } from '@jest/globals';
import { errorSentences } from './error-sentences.en.ts';

/** All names and figures that a sentence may have. */
const VALUES = {
  platform: 'Bluesky',
  host: 'example.com',
  handle: 'ana',
  file: 'a.png',
  scope: 'write',
  scopes: 'write',
  max: 300,
  minutes: 5,
};

it.each(Object.keys(ERROR_CODES))('has a sentence for the error code %s', async (code) => {
  const [module = ''] = code.split('.');
  expect(sentenceOf((await errorSentences(module)) ?? {}, { code }, VALUES)).toMatch(/^\S.+\S$/u);
});

it('has no sentences for a module that it does not know', async () => {
  expect(await errorSentences('new-module')).toBeUndefined();
});
