import { useId, type ReactNode } from 'react';
import { FieldError } from './field-error.tsx';
import { Todo } from './todo.tsx';
import { UI_TEXT } from './messages.en.ts';

/** The attributes that connect a control with its field. The caller spreads them on the control. */
type FieldProps = Readonly<{
  id: string;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
}>;

type Props = Readonly<{
  label: ReactNode;
  optional?: boolean;
  error?: string | undefined;
  /** A task that the user still has to do. Screen readers do not announce it as an error, because the user has made no mistake yet. */
  todo?: string | undefined;
  hint?: ReactNode;
  children: (field: FieldProps) => ReactNode;
}>;

/** Connects a control with its label, hint, task and error for screen readers. */
export function Field({ label, optional, error, todo, hint, children }: Props) {
  const id = useId();
  const described = [error && `${id}-error`, todo && `${id}-todo`, hint && `${id}-hint`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className="space-y-1.5">
      <label htmlFor={id} className="block text-sm font-medium">
        {label} {optional && <span className="font-normal text-muted">{UI_TEXT.optional}</span>}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      <Todo id={`${id}-todo`} message={todo} />
      {hint && (
        <div id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </div>
      )}
      <FieldError id={`${id}-error`} message={error} />
    </div>
  );
}
