import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { PostFields } from '../../model/composer/post-fields.ts';
import { targetKey } from '../../model/composer/target-fields.ts';

/** Clears choices that an account no longer offers, for example a deleted board. The user must choose again. */
export function useWithoutGoneChoices(
  { getValues, setValue }: UseFormReturn<PostFields>,
  gone: readonly Readonly<{ accountId: number; name: string }>[],
): void {
  useEffect(() => {
    for (const { accountId, name } of gone) {
      const fieldName = `targets.${targetKey(accountId)}` as const;
      const target = getValues(fieldName);
      if (target?.options[name] === undefined) continue;
      const others = Object.entries(target.options).filter(([each]) => each !== name);
      setValue(fieldName, { ...target, options: Object.fromEntries(others) });
    }
  }, [gone, getValues, setValue]);
}
