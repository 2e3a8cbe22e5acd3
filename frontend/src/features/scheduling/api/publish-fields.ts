import { publishFields } from '@posthorn/contracts/integrations/platforms.http';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import type { OptionValue, PublishOptions } from '@posthorn/contracts/shared/publish-options';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

/** Loads the boards, audiences and similar choices that the platform offers now. */
export const publishFieldsQuery = (id: number) =>
  queryOptions({
    queryKey: [publishFields.path, id],
    queryFn: ({ signal }) => send(publishFields, undefined, { params: { id }, signal }),
    staleTime: 60_000,
  });

export const dependsOnAccount = (fields: readonly OptionField[]): boolean =>
  fields.some((field) => field.kind === 'choice' && field.fromAccount);

type AccountOptions = Readonly<{
  account: Readonly<{ id: number }>;
  fields: readonly OptionField[];
  options: PublishOptions;
}>;
/** The option whose chosen value the account no longer offers, for example a deleted board. */
type GoneChoice = Readonly<{ accountId: number; name: string }>;

/** Loads the choices of accounts before the user opens them. Returns the options whose chosen values are no longer offered. */
export function useChoicesAhead(chosenOptions: readonly AccountOptions[]): readonly GoneChoice[] {
  const depending = chosenOptions.filter(({ fields }) => dependsOnAccount(fields));
  const results = useQueries({ queries: depending.map(({ account }) => publishFieldsQuery(account.id)) });
  return depending.flatMap(({ account, options }, index) =>
    (results[index]?.data ?? [])
      .filter((field) => isGone(field, options[field.name]))
      .map(({ name }) => ({ accountId: account.id, name })),
  );
}

const isGone = (field: OptionField, value: OptionValue | undefined): boolean =>
  field.kind === 'choice' &&
  field.fromAccount === true &&
  value !== undefined &&
  !field.choices.some((choice) => choice.value === value);
