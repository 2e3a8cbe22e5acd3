import { useEffect } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { PostFields } from '../../model/composer/post-fields.ts';
import { targetKey } from '../../model/composer/target-fields.ts';

/** Clears choices that an account does not offer any more, such as a deleted board: the user has to choose again. */
export function useWithoutGoneChoices(
  { getValues, setValue }: UseFormReturn<PostFields>,
  gone: readonly Readonly<{ accountId: number; name: string }>[],
): void {
  useEffect(() => {
    for (const { accountId, name } of gone) {
      const place = `targets.${targetKey(accountId)}` as const;
      const target = getValues(place);
      if (target?.options[name] === undefined) continue;
      const others = Object.entries(target.options).filter(([each]) => each !== name);
      setValue(place, { ...target, options: Object.fromEntries(others) });
    }
  }, [gone, getValues, setValue]);
}
