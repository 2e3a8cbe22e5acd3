import type { ErrorCode } from '@posthorn/contracts/shared/error-codes';
import type { Sentences } from '@posthorn/contracts/shared/said';

type ModuleOf<Code> = Code extends `${infer Module}.${string}` ? Module : never;

const requestErrors = async () => (await import('@posthorn/contracts/shared/request-errors')).REQUEST_ERRORS;

/** The sentences for error codes, by the module in the code. The server says the same in English. */
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
} as const satisfies Readonly<Record<ModuleOf<ErrorCode>, () => Promise<Sentences>>>;

export const errorSentences = (module: string): Promise<Sentences | undefined> =>
  Object.hasOwn(ERROR_SENTENCES, module)
    ? ERROR_SENTENCES[module as keyof typeof ERROR_SENTENCES]()
    : Promise.resolve(undefined);
