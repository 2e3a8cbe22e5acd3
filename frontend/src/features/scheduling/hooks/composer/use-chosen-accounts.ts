import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { useCallback, useEffect, useMemo } from 'react';
import { useController, useFormContext, type UseFormReturn } from 'react-hook-form';
import { FIELD_CHECKS, type PostFields } from '../../model/composer/post-fields.ts';
import type { AccountsToChoose } from '../../model/composer/writer.ts';

/** Whether the account is connected and signed in, so that it can publish. */
export const isUsable = ({ isActive, status }: Pick<AccountView, 'isActive' | 'status'>): boolean =>
  isActive && status === 'active';

/** The selected accounts of the form, and functions that change them. */
export type ChosenAccounts = Readonly<{
  ids: readonly string[];
  has: (id: number) => boolean;
  toggle: (id: number) => void;
  leave: (ids: readonly number[]) => void;
  choose: (ids: readonly string[]) => void;
  error: string | undefined;
}>;

/**
 * Called in the form itself, so that the form validates the accounts even when their tab is hidden. The result changes only with the
 * selection, and `leave` never changes. Thus parts that do not show the selection are not rendered again.
 */
export function useChosenAccounts(): ChosenAccounts {
  const { control, getValues } = useFormContext<PostFields>();
  const { field, fieldState } = useController({
    control,
    name: 'accountIds',
    rules: { validate: FIELD_CHECKS.accountIds },
  });
  const { value: ids, onChange } = field;
  const error = fieldState.error?.message;
  const leave = useCallback(
    (removed: readonly number[]) => {
      onChange(getValues('accountIds').filter((id) => !removed.includes(Number(id))));
    },
    [getValues, onChange],
  );
  return useMemo(
    () => ({
      ids,
      has: (id) => ids.includes(String(id)),
      toggle: (id) => {
        const others = ids.filter((each) => each !== String(id));
        onChange(others.length < ids.length ? others : [...ids, String(id)]);
      },
      leave,
      choose: (chosen) => {
        onChange([...chosen]);
      },
      error,
    }),
    [ids, onChange, leave, error],
  );
}

/**
 * Deselects accounts that were disconnected, because no checkbox shows them any more. `kept`: accounts of an
 * existing post, which stay selected.
 */
export function useDeselectGoneAccounts(
  { getValues, setValue }: UseFormReturn<PostFields>,
  accounts: Pick<AccountsToChoose, 'list' | 'failed'>,
  kept: readonly Readonly<{ accountId: number }>[],
): void {
  useEffect(() => {
    if (accounts.failed) return;
    const chosen = getValues('accountIds');
    const known = [...accounts.list.map(({ id }) => id), ...kept.map(({ accountId }) => accountId)];
    const remaining = chosen.filter((id) => known.includes(Number(id)));
    if (remaining.length < chosen.length) setValue('accountIds', remaining);
  }, [accounts, kept, getValues, setValue]);
}
