import {
  API_SCOPES,
  API_TOKEN,
  API_TOKEN_TEXT,
  type ApiScope,
  type CreatedApiTokenView,
} from '@posthorn/contracts/identity/api-tokens.http';
import { Controller, useForm } from 'react-hook-form';
import { fieldsOf } from '#lib/api-client.ts';
import { first, maxText, required } from '#lib/checks.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { DialogBody, DialogFooter, DialogForm } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { FieldError } from '#ui/field-error.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { useCreateToken } from '../api/tokens.ts';
import { API_ACCESS_TEXT, NEW_TOKEN_TEXT as TEXT, SCOPE_TEXT } from '../messages/tokens.en.ts';
import { useOneAtATime } from '../hooks/use-one-at-a-time.ts';
import { Refused } from './refused.tsx';

/** The default scopes: all except those that reply in the user's name or send events elsewhere. */
const DEFAULT_SCOPES: readonly ApiScope[] = API_SCOPES.filter(
  (scope) => scope !== 'comments:write' && scope !== 'webhooks:write',
);
const DAYS = ['30', '90', '365', ''] as const;
const EXPIRY_OPTIONS = DAYS.map((value) => ({ value, label: TEXT.days[value] }));

const checkName = first(
  required(API_TOKEN_TEXT.nameRequired),
  maxText(API_TOKEN.nameMax, API_TOKEN_TEXT.nameMax),
);
const checkScopes = required(API_TOKEN_TEXT.scopesNotValid);

type Props = Readonly<{ onCancel: () => void; onCreated: (token: CreatedApiTokenView) => void }>;

export function NewTokenForm({ onCancel, onCreated }: Props) {
  const create = useCreateToken(onCreated);
  const oneAtATime = useOneAtATime();
  const { register, handleSubmit, control, formState } = useForm({
    // The default is a year: a forgotten token expires, but the user's program does not stop too soon.
    defaultValues: { name: '', scopes: [...DEFAULT_SCOPES], days: '365' },
  });
  const { errors } = formState;
  const refused = fieldsOf(create.error);
  const submit = handleSubmit(({ name: typed, scopes: chosen, days }) =>
    create
      .mutateAsync({
        name: typed.trim(),
        scopes: chosen,
        ...(days !== '' && { expiresInDays: Number(days) }),
      })
      // The form shows the refusal below its fields.
      .catch(() => undefined),
  );
  return (
    <DialogForm
      isSaving={create.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        oneAtATime(() => submit(event));
      }}
    >
      <DialogBody className="space-y-5">
        <Field label={TEXT.name} hint={TEXT.nameHint} error={errors.name?.message ?? refused['name']}>
          {(field) => (
            <Input
              {...field}
              {...register('name', { validate: checkName })}
              data-autofocus
              autoComplete="off"
              placeholder={TEXT.nameExample}
            />
          )}
        </Field>
        <fieldset aria-describedby="scopes-error">
          <legend className="text-sm font-medium">{TEXT.scopes}</legend>
          <div className="space-y-3 py-1.5">
            {API_SCOPES.map((scope) => (
              <Checkbox key={scope} isPlain value={scope} {...register('scopes', { validate: checkScopes })}>
                <span className="min-w-0 flex-1 text-sm">
                  {SCOPE_TEXT[scope].line} <code className="text-xs text-muted">{scope}</code>
                </span>
              </Checkbox>
            ))}
          </div>
          <FieldError id="scopes-error" message={errors.scopes?.message ?? refused['scopes']} />
        </fieldset>
        <Field label={TEXT.ends} error={refused['expiresInDays']}>
          {({ id }) => (
            <Controller
              control={control}
              name="days"
              render={({ field: { value, onChange } }) => (
                <Select
                  id={id}
                  label={TEXT.ends}
                  options={EXPIRY_OPTIONS}
                  value={value}
                  onValueChange={onChange}
                />
              )}
            />
          )}
        </Field>
        <Refused error={create.error} title={TEXT.failed} again={TEXT.failedHint} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onCancel}>{API_ACCESS_TEXT.cancel}</Button>
        <Button type="submit" variant="primary" disabled={create.isPending}>
          {create.isPending ? TEXT.creating : TEXT.create}
        </Button>
      </DialogFooter>
    </DialogForm>
  );
}
