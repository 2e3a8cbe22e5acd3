import { ANALYTICS_FIELDS } from '@posthorn/contracts/analytics/analytics-fields';
import { BILLING_FIELDS } from '@posthorn/contracts/billing/billing-fields';
import { EXTERNAL_FIELDS } from '@posthorn/contracts/external/external-fields';
import { IDENTITY_FIELDS } from '@posthorn/contracts/identity/identity-fields';
import { INBOX_FIELDS } from '@posthorn/contracts/inbox/inbox-fields';
import { INTEGRATIONS_FIELDS } from '@posthorn/contracts/integrations/integrations-fields';
import { MISFIT_SENTENCES } from '@posthorn/contracts/integrations/precheck-problem';
import { LINK_TREE_FIELDS } from '@posthorn/contracts/link-tree/link-tree-fields';
import { SCHEDULING_FIELDS } from '@posthorn/contracts/scheduling/scheduling-fields';
import { ERROR_CODES } from '@posthorn/contracts/shared/error-codes';
import { sentenceOf } from '@posthorn/contracts/shared/said';
import { expect, it } from '@jest/globals';
import { errorSentences, fieldSentences } from './error-sentences.en.ts';

/** All names and figures that a sentence may have. */
const VALUES = {
  platform: 'Bluesky',
  host: 'example.com',
  handle: 'ana',
  file: 'a.png',
  scope: 'write',
  scopes: 'write',
  account: 'ana',
  characters: '<',
  max: 300,
  minutes: 5,
};

it.each(Object.keys(ERROR_CODES))('has a sentence for the error code %s', async (code) => {
  const [module = ''] = code.split('.');
  expect(sentenceOf((await errorSentences(module)) ?? {}, { code }, VALUES)).toMatch(/^\S.+\S$/u);
});

it.each(
  Object.keys({
    ...ANALYTICS_FIELDS,
    ...BILLING_FIELDS,
    ...EXTERNAL_FIELDS,
    ...IDENTITY_FIELDS,
    ...INBOX_FIELDS,
    ...INTEGRATIONS_FIELDS,
    ...LINK_TREE_FIELDS,
    ...SCHEDULING_FIELDS,
    ...MISFIT_SENTENCES,
  }),
)('has a sentence for the field code %s', async (key) => {
  const [code = '', variant] = key.split('/');
  const said = { code, ...(variant !== undefined && { variant }) };
  const [module = ''] = code.split('.');
  expect(sentenceOf((await fieldSentences(module)) ?? {}, said, VALUES)).toMatch(/^\S.*\S$/u);
});

it('includes the error sentences of a module in its field sentences', async () => {
  expect(await fieldSentences('request')).toEqual(await errorSentences('request'));
});

it('does not have sentences for an unknown module', async () => {
  expect(await errorSentences('new-module')).toBeUndefined();
  expect(await fieldSentences('new-module')).toBeUndefined();
});
