import type { ErrorCode } from '@posthorn/contracts/shared/error-codes';
import type { Sentences } from '@posthorn/contracts/shared/said';

type ModuleOf<Code> = Code extends `${infer Module}.${string}` ? Module : never;
type Tables<Module extends string> = Readonly<Record<Module, () => Promise<Sentences>>>;

const requestErrors = async () => (await import('@posthorn/contracts/shared/request-errors')).REQUEST_ERRORS;

/** The sentences for error codes, by the module in the code. The server sends the same sentence in English with the code. */
const ERROR_SENTENCES = {
  analytics: async () => (await import('@posthorn/contracts/analytics/analytics-errors')).ANALYTICS_ERRORS,
  billing: async () => (await import('@posthorn/contracts/billing/billing-errors')).BILLING_ERRORS,
  external: async () => (await import('@posthorn/contracts/external/external-errors')).EXTERNAL_ERRORS,
  identity: async () => (await import('@posthorn/contracts/identity/identity-errors')).IDENTITY_ERRORS,
  inbox: async () => (await import('@posthorn/contracts/inbox/inbox-errors')).INBOX_ERRORS,
  integrations: async () =>
    (await import('@posthorn/contracts/integrations/integrations-errors')).INTEGRATIONS_ERRORS,
  'link-tree': async () => (await import('@posthorn/contracts/link-tree/link-tree-errors')).LINK_TREE_ERRORS,
  request: requestErrors,
  scheduling: async () =>
    (await import('@posthorn/contracts/scheduling/scheduling-errors')).SCHEDULING_ERRORS,
  server: requestErrors,
} as const satisfies Tables<ModuleOf<ErrorCode>>;

/** The sentences for refused fields. `precheck`: why a post does not fit an account. */
const FIELD_SENTENCES = {
  analytics: async () => (await import('@posthorn/contracts/analytics/analytics-fields')).ANALYTICS_FIELDS,
  billing: async () => (await import('@posthorn/contracts/billing/billing-fields')).BILLING_FIELDS,
  external: async () => (await import('@posthorn/contracts/external/external-fields')).EXTERNAL_FIELDS,
  identity: async () => (await import('@posthorn/contracts/identity/identity-fields')).IDENTITY_FIELDS,
  inbox: async () => (await import('@posthorn/contracts/inbox/inbox-fields')).INBOX_FIELDS,
  integrations: async () =>
    (await import('@posthorn/contracts/integrations/integrations-fields')).INTEGRATIONS_FIELDS,
  'link-tree': async () => (await import('@posthorn/contracts/link-tree/link-tree-fields')).LINK_TREE_FIELDS,
  precheck: async () => (await import('@posthorn/contracts/integrations/precheck-problem')).MISFIT_SENTENCES,
  scheduling: async () =>
    (await import('@posthorn/contracts/scheduling/scheduling-fields')).SCHEDULING_FIELDS,
} as const satisfies Readonly<Record<string, () => Promise<Sentences>>>;

export const errorSentences = (module: string): Promise<Sentences | undefined> =>
  tableIn(ERROR_SENTENCES, module);

/** Refused fields also have codes of errors. */
export async function fieldSentences(module: string): Promise<Sentences | undefined> {
  const [errors, fields] = await Promise.all([errorSentences(module), tableIn(FIELD_SENTENCES, module)]);
  return errors || fields ? { ...errors, ...fields } : undefined;
}

const tableIn = async (tables: Tables<string>, module: string): Promise<Sentences | undefined> =>
  Object.hasOwn(tables, module) ? tables[module]?.() : undefined;
