import { ANALYTICS_ERRORS } from '@posthorn/contracts/analytics/analytics-errors';
import { BILLING_ERRORS } from '@posthorn/contracts/billing/billing-errors';
import { EXTERNAL_ERRORS } from '@posthorn/contracts/external/external-errors';
import { IDENTITY_ERRORS } from '@posthorn/contracts/identity/identity-errors';
import { INBOX_ERRORS } from '@posthorn/contracts/inbox/inbox-errors';
import { INTEGRATIONS_ERRORS } from '@posthorn/contracts/integrations/integrations-errors';
import { LINK_TREE_ERRORS } from '@posthorn/contracts/link-tree/link-tree-errors';
import { SCHEDULING_ERRORS } from '@posthorn/contracts/scheduling/scheduling-errors';
import { REQUEST_ERRORS } from '@posthorn/contracts/shared/request-errors';
import type { Sentences } from '@posthorn/contracts/shared/said';

/** All sentences for errors, by error code. */
export const ERROR_SENTENCES: Sentences = {
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
