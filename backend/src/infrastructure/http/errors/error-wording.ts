import { ANALYTICS_ERRORS } from '@posthorn/contracts/analytics/analytics-errors';
import { BILLING_ERRORS } from '@posthorn/contracts/billing/billing-errors';
import { EXTERNAL_ERRORS } from '@posthorn/contracts/external/external-errors';
import { IDENTITY_ERRORS } from '@posthorn/contracts/identity/identity-errors';
import { INBOX_ERRORS } from '@posthorn/contracts/inbox/inbox-errors';
import { INTEGRATIONS_ERRORS } from '@posthorn/contracts/integrations/integrations-errors';
import { LINK_TREE_ERRORS } from '@posthorn/contracts/link-tree/link-tree-errors';
import { SCHEDULING_ERRORS } from '@posthorn/contracts/scheduling/scheduling-errors';
import { OTHER_WORDS, type ErrorWording } from '@posthorn/contracts/shared/error-sentences';
import type { ErrorCode } from '@posthorn/contracts/shared/error-codes';
import { REQUEST_ERRORS } from '@posthorn/contracts/shared/request-errors';
import { sentenceOf, type SaidValues, type Sentences } from '@posthorn/contracts/shared/said';

const SENTENCES: Sentences = {
  ...ANALYTICS_ERRORS,
  ...BILLING_ERRORS,
  ...EXTERNAL_ERRORS,
  ...IDENTITY_ERRORS,
  ...INBOX_ERRORS,
  ...INTEGRATIONS_ERRORS,
  ...LINK_TREE_ERRORS,
  ...REQUEST_ERRORS,
  ...SCHEDULING_ERRORS,
};

type Worded = Readonly<{ code: ErrorCode; message: string; values?: SaidValues | undefined }>;

/** Returns which of the sentences for its code an error uses, and the names and figures in that sentence. */
export function wordingOf({ code, message, values }: Worded): ErrorWording {
  const isMessage = (variant?: string) =>
    sentenceOf(SENTENCES, { code, ...(variant !== undefined && { variant }) }, values) === message;
  const given = values && { values };
  if (isMessage()) return { ...given };
  const variants = Object.keys(SENTENCES).filter((key) => key.startsWith(`${code}/`));
  const variant = variants.map((key) => key.slice(code.length + 1)).find(isMessage) ?? OTHER_WORDS;
  return { variant, ...given };
}
