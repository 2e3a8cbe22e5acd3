import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '#lib/api-client.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Note } from '#ui/note.tsx';
import { Select } from '#ui/select.tsx';
import { publishFieldsQuery } from '../api/publish-fields.ts';

type Options = Readonly<{
  account: AccountView;
  /** Of the platform; those of the account are asked for when some depend on it. */
  fields: readonly OptionField[];
  options: PublishOptions;
  onChange: (options: PublishOptions) => void;
}>;

/** A platform's own fields. What its rules want chosen by hand begins with no choice. */
export function OptionFields({ account, fields, options, onChange }: Options) {
  const depends = fields.some((field) => field.kind === 'choice' && field.fromAccount);
  const own = useQuery({ ...publishFieldsQuery(account.id), enabled: depends });
  if (fields.length === 0) return null;
  if (depends && own.isPending)
    return <p className="text-sm text-muted">Asking for the choices of this account…</p>;
  if (depends && own.isError)
    return (
      <Note kind="error">
        <p>{messageOf(own.error, 'The choices of this account could not be loaded.')}</p>
        <Button variant="link" size="inline" onClick={() => void own.refetch()}>
          Try again
        </Button>
      </Note>
    );
  const set = (name: string, value: string | boolean | undefined) => {
    const others = Object.entries(options).filter(([each]) => each !== name);
    onChange(Object.fromEntries(value === undefined || value === '' ? others : [...others, [name, value]]));
  };
  return (own.data ?? fields)
    .filter(({ showWhen }) => showWhen === undefined || options[showWhen] === true)
    .map((field) => (
      <OptionInput
        key={field.name}
        field={field}
        value={options[field.name]}
        onChange={(value) => {
          set(field.name, value);
        }}
      />
    ));
}

type InputProps = Readonly<{
  field: OptionField;
  value: string | boolean | undefined;
  onChange: (value: string | boolean | undefined) => void;
}>;

function OptionInput({ field, value, onChange }: InputProps) {
  const { label, help, required } = field;
  switch (field.kind) {
    case 'text':
      return (
        <Field label={label} optional={!required} hint={help}>
          {(props) => (
            <Input
              {...props}
              value={typeof value === 'string' ? value : ''}
              placeholder={field.from === 'title' ? 'As the title of the post' : undefined}
              onChange={({ currentTarget }) => {
                onChange(currentTarget.value);
              }}
            />
          )}
        </Field>
      );
    case 'choice':
      return (
        <Field label={label} optional={!required} hint={help}>
          {(props) => (
            <Select
              {...props}
              label={label}
              value={typeof value === 'string' ? value : (field.initial ?? '')}
              options={[
                ...(field.initial === null ? [{ value: '', label: 'Please choose' }] : []),
                ...field.choices,
              ]}
              onValueChange={onChange}
            />
          )}
        </Field>
      );
    case 'flag':
      return field.initial === null ? (
        <YesOrNo field={field} value={value} onChange={onChange} />
      ) : (
        <Checkbox
          checked={typeof value === 'boolean' ? value : field.initial}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.checked);
          }}
        >
          <span className="text-sm">
            <span className="block font-medium">{label}</span>
            {help && <span className="block text-muted">{help}</span>}
          </span>
        </Checkbox>
      );
  }
}

/** A question that has to be answered: no answer stands there before. */
function YesOrNo({ field: { name, label, help }, value, onChange }: InputProps) {
  const answers = [
    [true, 'Yes'],
    [false, 'No'],
  ] as const;
  return (
    <fieldset className="space-y-1.5">
      <legend className="text-sm font-medium">{label}</legend>
      <div className="flex gap-2">
        {answers.map(([answer, word]) => (
          <label
            key={word}
            className="flex min-h-11 flex-1 items-center gap-2 rounded-xl border px-3 text-sm has-checked:border-primary has-checked:bg-primary/5 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
          >
            <input
              type="radio"
              name={name}
              className="size-5 accent-primary outline-none"
              checked={value === answer}
              onChange={() => {
                onChange(answer);
              }}
            />
            {word}
          </label>
        ))}
      </div>
      {help && <p className="text-sm text-muted">{help}</p>}
    </fieldset>
  );
}
