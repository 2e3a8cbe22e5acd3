import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & { children: ReactNode };

/** The browser's own checkbox in a row that is a target as a whole; the row is its label. */
export function Checkbox({ children, className, ...props }: CheckboxProps) {
  return (
    <label
      className={classNames(
        'flex min-h-12 items-center gap-3 rounded-xl border px-3 py-2 transition-colors has-checked:border-primary has-checked:bg-primary/5 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary has-disabled:bg-sunken has-disabled:text-muted',
        className,
      )}
    >
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-primary outline-none disabled:cursor-not-allowed disabled:opacity-55"
        {...props}
      />
      {children}
    </label>
  );
}
