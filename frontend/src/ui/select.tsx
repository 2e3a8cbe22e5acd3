import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import { classNames } from '#lib/class-names.ts';
import { fieldLook } from './input.tsx';

type SelectProps = Omit<ComponentProps<'select'>, 'children' | 'multiple' | 'size'> &
  Readonly<{
    options: readonly Readonly<{ value: string; label: string; disabled?: boolean }>[];
    onValueChange: (value: string) => void;
    label: string;
  }>;

/** The select of the browser: a wheel on a phone, type-ahead on a desktop, and accessible to screen readers. */
export function Select({ options, onValueChange, label, className, ...props }: SelectProps) {
  return (
    <span className={classNames('relative block', className)}>
      <select
        aria-label={label}
        className={classNames(fieldLook, 'cursor-pointer appearance-none pr-10')}
        onChange={({ target }) => {
          onValueChange(target.value);
        }}
        {...props}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
