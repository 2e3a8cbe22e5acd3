import { useFormContext, useWatch } from 'react-hook-form';
import type { PostFields } from '../../model/composer/post-fields.ts';
import { targetKey, untouchedTarget, type TargetFields } from '../../model/composer/target-fields.ts';

/** Reads and changes the content of single accounts, anywhere in the form. */
export function useTargets() {
  const { control, getValues, setValue, formState } = useFormContext<PostFields>();
  const targets = useWatch({ control, name: 'targets' });
  const { errors } = formState;
  return {
    fieldsFor: (accountId: number): TargetFields => targets[targetKey(accountId)] ?? untouchedTarget,
    /** The error of the server about the account in the last attempt to send the post. */
    errorOf: (accountId: number): string | undefined => errors.targets?.[targetKey(accountId)]?.message,
    change: (accountId: number, change: Partial<TargetFields>): void => {
      const name = `targets.${targetKey(accountId)}` as const;
      setValue(name, { ...(getValues(name) ?? untouchedTarget), ...change }, { shouldDirty: true });
    },
  };
}
