import { ANALYTICS_FIELDS } from '@posthorn/contracts/analytics/analytics-fields';
import { BILLING_FIELDS } from '@posthorn/contracts/billing/billing-fields';
import { EXTERNAL_FIELD_LIMITS, EXTERNAL_FIELDS } from '@posthorn/contracts/external/external-fields';
import { IDENTITY_FIELD_LIMITS, IDENTITY_FIELDS } from '@posthorn/contracts/identity/identity-fields';
import { INBOX_FIELD_LIMITS, INBOX_FIELDS } from '@posthorn/contracts/inbox/inbox-fields';
import { INTEGRATIONS_FIELDS } from '@posthorn/contracts/integrations/integrations-fields';
import { LINK_TREE_FIELD_LIMITS, LINK_TREE_FIELDS } from '@posthorn/contracts/link-tree/link-tree-fields';
import { SCHEDULING_FIELD_LIMITS, SCHEDULING_FIELDS } from '@posthorn/contracts/scheduling/scheduling-fields';
import type { SaidPart, SaidValues, Sentences } from '@posthorn/contracts/shared/said';
import { ERROR_SENTENCES } from './error-sentences.ts';

const SENTENCES: Sentences = {
  ...ERROR_SENTENCES,
  ...ANALYTICS_FIELDS,
  ...BILLING_FIELDS,
  ...EXTERNAL_FIELDS,
  ...IDENTITY_FIELDS,
  ...INBOX_FIELDS,
  ...INTEGRATIONS_FIELDS,
  ...LINK_TREE_FIELDS,
  ...SCHEDULING_FIELDS,
};
const LIMITS: Readonly<Record<string, SaidValues>> = {
  ...EXTERNAL_FIELD_LIMITS,
  ...IDENTITY_FIELD_LIMITS,
  ...INBOX_FIELD_LIMITS,
  ...LINK_TREE_FIELD_LIMITS,
  ...SCHEDULING_FIELD_LIMITS,
};

/** Some sentences have several codes. The last code of the tables stays, so codes of fields come before codes of errors. */
const PARTS: ReadonlyMap<string, SaidPart> = new Map(
  Object.entries(SENTENCES).flatMap(([key, sentence]) =>
    typeof sentence === 'string' ? [[sentence, partOf(key)] as const] : [],
  ),
);

function partOf(key: string): SaidPart {
  const [code = key, variant] = key.split('/');
  const values = LIMITS[key];
  return { code, ...(variant !== undefined && { variant }), ...(values && { values }) };
}

/** Returns the code of a sentence about a field, with the figures in it. Undefined: no table has the sentence. */
export const fieldCode = (sentence: string): SaidPart | undefined => PARTS.get(sentence);
