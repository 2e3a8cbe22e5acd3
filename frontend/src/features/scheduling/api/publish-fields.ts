import { publishFields } from '@posthorn/contracts/integrations/platforms.http';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import type { OptionValue, PublishOptions } from '@posthorn/contracts/shared/publish-options';
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

type Asking = Readonly<{
  account: Readonly<{ id: number }>;
  fields: readonly OptionField[];
  options: PublishOptions;
}>;
/** A chosen value that the account does not offer any more, such as a deleted board. */
type GoneChoice = Readonly<{ accountId: number; name: string }>;

/** Loads the choices of accounts before the user opens them, and returns chosen values that are no longer among them. */
export function useChoicesAhead(asking: readonly Asking[]): readonly GoneChoice[] {
  const depending = asking.filter(({ fields }) => dependsOnAccount(fields));
  const answers = useQueries({ queries: depending.map(({ account }) => publishFieldsQuery(account.id)) });
  return depending.flatMap(({ account, options }, at) =>
    (answers[at]?.data ?? [])
      .filter((field) => isGone(field, options[field.name]))
      .map(({ name }) => ({ accountId: account.id, name })),
  );
}

const isGone = (field: OptionField, value: OptionValue | undefined): boolean =>
  field.kind === 'choice' &&
  field.fromAccount === true &&
  value !== undefined &&
  !field.choices.some((choice) => choice.value === value);
