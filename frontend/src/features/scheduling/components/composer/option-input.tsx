import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import type { OptionValue } from '@posthorn/contracts/shared/publish-options';
import { useId } from 'react';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { Todo } from '#ui/todo.tsx';
import type { ComposerMediaItem } from '../../model/composer/media-item.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import { problemMark } from '../../model/composer/next-problem.ts';
import { MomentInput } from './moment-input.tsx';

const TEXT = COMPOSER_TEXT.options;

type Props = Readonly<{
  field: OptionField;
  value: OptionValue | undefined;
  /** The title of the post, which the platform gets when this field is empty. */
  title: string | null;
  /** The files that the account gets. */
  files: readonly ComposerMediaItem[];
  todo: string | undefined;
  onChange: (value: OptionValue | undefined) => void;
}>;

/** One field of a platform. */
export function OptionInput({ field, value, title, files, todo, onChange }: Props) {
  const { label, help, required } = field;
  const mark = problemMark(todo !== undefined);
  switch (field.kind) {
    case 'text':
      return (
        <Field label={label} optional={!required} hint={help} todo={todo}>
          {(props) => (
            <Input
              {...props}
              {...mark}
              aria-required={required}
              value={typeof value === 'string' ? value : ''}
              placeholder={field.from === 'title' ? (title ?? TEXT.asTitle) : undefined}
              onChange={({ currentTarget }) => {
                onChange(currentTarget.value);
              }}
            />
          )}
        </Field>
      );
    case 'choice':
      return (
        <Field label={label} optional={!required} hint={help} todo={todo}>
          {(props) => (
            <Select
              {...props}
              {...mark}
              aria-required={required}
              label={label}
              value={typeof value === 'string' ? value : (field.initial ?? '')}
              options={[
                ...(field.initial === null
                  ? [{ value: '', label: required ? TEXT.choose : TEXT.notChosen }]
                  : []),
                ...field.choices,
              ]}
              onValueChange={onChange}
            />
          )}
        </Field>
      );
    case 'flag':
      return field.initial === null ? (
        <YesOrNo field={field} value={value} todo={todo} onChange={onChange} />
      ) : (
        <Checkbox
          isPlain
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
    case 'moment':
      return files.map((video) => (
        <MomentInput
          key={video.id}
          field={field}
          video={video}
          value={typeof value === 'number' ? value : undefined}
          todo={todo}
          onChange={onChange}
        />
      ));
  }
}

/** A question without a default answer. */
function YesOrNo({ field: { label, help }, value, todo, onChange }: Omit<Props, 'title' | 'files'>) {
  // The name of the radio buttons must be unique, because several accounts may have the same field.
  const id = useId();
  const answers = [
    [true, TEXT.yes],
    [false, TEXT.no],
  ] as const;
  const described = [todo && `${id}-todo`, help && `${id}-help`].filter(Boolean).join(' ');
  return (
    <fieldset className="min-w-0 space-y-1.5" aria-describedby={described || undefined}>
      <legend className="text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {answers.map(([answer, word]) => (
          <label
            key={word}
            className="flex min-h-11 flex-1 basis-[min(100%,6rem)] items-center gap-2 rounded-xl border px-3 text-sm has-checked:border-primary has-checked:bg-primary/5 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary"
          >
            <input
              type="radio"
              name={id}
              className="size-5 accent-primary outline-none"
              checked={value === answer}
              {...problemMark(todo !== undefined && answer)}
              onChange={() => {
                onChange(answer);
              }}
            />
            {word}
          </label>
        ))}
      </div>
      <Todo id={`${id}-todo`} message={todo} />
      {help && (
        <p id={`${id}-help`} className="text-sm text-muted">
          {help}
        </p>
      )}
    </fieldset>
  );
}
