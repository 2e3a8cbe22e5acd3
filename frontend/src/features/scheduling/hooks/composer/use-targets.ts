import { useFormContext, useWatch } from 'react-hook-form';
import type { PostFields } from '../../model/composer/post-fields.ts';
import { targetKey, untouchedTarget, type TargetFields } from '../../model/composer/target-fields.ts';

/** The own content of single accounts, and how to change it from anywhere in the form. */
export function useTargets() {
  const { control, getValues, setValue, formState } = useFormContext<PostFields>();
  const targets = useWatch({ control, name: 'targets' });
  const { errors } = formState;
  return {
    of: (accountId: number): TargetFields => targets[targetKey(accountId)] ?? untouchedTarget,
    /** The server's message about the account when the post was sent. */
    errorOf: (accountId: number): string | undefined => errors.targets?.[targetKey(accountId)]?.message,
    change: (accountId: number, change: Partial<TargetFields>): void => {
      const name = `targets.${targetKey(accountId)}` as const;
      setValue(name, { ...(getValues(name) ?? untouchedTarget), ...change }, { shouldDirty: true });
    },
  };
}
