import { expect, it } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useChosenAccounts } from './use-chosen-accounts.ts';

function Form({ children }: Readonly<{ children: ReactNode }>) {
  const form = useForm({ defaultValues: { accountIds: ['1'] } });
  return <FormProvider {...form}>{children}</FormProvider>;
}

it('returns the same object while the selection stays the same, and removes accounts from the newest selection', () => {
  const { result, rerender } = renderHook(() => useChosenAccounts(), { wrapper: Form });
  const { current: first } = result;
  rerender();
  expect(result.current).toBe(first);

  act(() => {
    first.choose(['1', '2', '3']);
  });
  expect(result.current.ids).toEqual(['1', '2', '3']);
  expect(result.current.leave).toBe(first.leave);

  act(() => {
    first.leave([2]);
  });
  expect(result.current.ids).toEqual(['1', '3']);
});
