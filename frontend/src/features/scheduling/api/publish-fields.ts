import { publishFields } from '@posthorn/contracts/integrations/platforms.http';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

/** Boards, audiences and similar choices, as the platform has them now. */
export const publishFieldsQuery = (id: number) =>
  queryOptions({
    queryKey: [publishFields.path, id],
    queryFn: ({ signal }) => send(publishFields, undefined, { params: { id }, signal }),
    staleTime: 60_000,
  });

export const dependsOnAccount = (fields: readonly OptionField[]): boolean =>
  fields.some((field) => field.kind === 'choice' && field.fromAccount);

type Asking = Readonly<{ account: Readonly<{ id: number }>; fields: readonly OptionField[] }>;

/** Loads the choices of accounts before the user opens them, and renders again when they arrive. */
export function useChoicesAhead(asking: readonly Asking[]): void {
  useQueries({
    queries: asking
      .filter(({ fields }) => dependsOnAccount(fields))
      .map(({ account }) => publishFieldsQuery(account.id)),
  });
}
