import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & {
  children: ReactNode;
  /** True: no frame, for use among other fields of a form. */
  isPlain?: boolean;
};

/** The checkbox of the browser in a label. The whole label is clickable. */
export function Checkbox({ children, isPlain = false, className, ...props }: CheckboxProps) {
  return (
    <label
      className={classNames(
        'flex items-center by-default:gap-3 rounded-xl transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary has-disabled:bg-sunken has-disabled:text-muted',
        isPlain
          ? '-my-1.5 min-h-11 py-1'
          : 'min-h-12 border px-3 py-2 has-checked:border-primary has-checked:bg-primary/5',
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
