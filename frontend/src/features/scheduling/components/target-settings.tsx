import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { POST } from '@posthorn/contracts/scheduling/posts.http';
import { useId } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { maxText } from '#lib/checks.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { Field } from '#ui/field.tsx';
import { PlatformIcon } from '#ui/platform-icon.tsx';
import { Switch } from '#ui/switch.tsx';
import { Textarea } from '#ui/textarea.tsx';
import type { PostFields } from '../post-fields.ts';
import { targetKey, untouchedTarget, type TargetFields } from '../target-fields.ts';
import type { TargetFit } from '../target-fit.ts';
import { OptionFields } from './option-fields.tsx';

type Props = Readonly<{ fits: readonly TargetFit[]; fieldsOf: (fit: TargetFit) => readonly OptionField[] }>;

/** What each chosen account gets for itself: a text of its own, and what its platform wants to know. */
export function TargetSettings({ fits, fieldsOf }: Props) {
  if (fits.length === 0) return null;
  return (
    <section aria-labelledby="for-each-title" className="space-y-2">
      <h3 id="for-each-title" className="text-sm font-medium">
        For each account
      </h3>
      {fits.map((fit) => (
        <TargetSetting key={fit.account.id} fit={fit} fields={fieldsOf(fit)} />
      ))}
    </section>
  );
}

function TargetSetting({ fit, fields }: Readonly<{ fit: TargetFit; fields: readonly OptionField[] }>) {
  const { account, used, max, over } = fit;
  const { control } = useFormContext<PostFields>();
  const name = `targets.${targetKey(account.id)}` as const;
  const check = maxText(POST.contentMax, POST_TEXT.contentMax);
  const { field, fieldState } = useController({
    control,
    name,
    rules: { validate: (target) => !target?.own || check(target.content) },
  });
  const target = field.value ?? untouchedTarget;
  const set = (change: Partial<TargetFields>) => {
    field.onChange({ ...target, ...change });
  };
  const id = useId();
  const where = `${PLATFORM_NAMES[account.platform]}, ${account.accountName}`;
  return (
    <fieldset className="min-w-0 space-y-3 rounded-xl border p-3">
      <legend className="sr-only">{where}</legend>
      <div className="flex items-center gap-3">
        <PlatformIcon platform={account.platform} className="text-muted" />
        <label htmlFor={id} className="min-w-0 flex-1 text-sm">
          <span className="block truncate font-medium">{account.accountName}</span>
          <span className="block text-muted">A text of its own</span>
        </label>
        <Switch
          id={id}
          checked={target.own}
          onCheckedChange={(own) => {
            set({ own });
          }}
        />
      </div>
      {target.own && (
        <Field
          label={`Text for ${where}`}
          error={fieldState.error?.message}
          hint={
            <span className={over ? 'font-medium text-failed' : undefined}>
              {used} of {max} characters. Left empty, the text for all is used.
            </span>
          }
        >
          {(props) => (
            <Textarea
              {...props}
              value={target.content}
              onChange={({ currentTarget }) => {
                set({ content: currentTarget.value });
              }}
            />
          )}
        </Field>
      )}
      <OptionFields
        account={account}
        fields={fields}
        options={target.options}
        onChange={(options) => {
          set({ options });
        }}
      />
    </fieldset>
  );
}
