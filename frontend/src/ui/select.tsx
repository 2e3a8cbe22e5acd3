import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import * as Radix from 'radix-ui/select';
import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { fieldLook } from './input.tsx';

type SelectProps = Readonly<{
  value: string;
  onValueChange: (value: string) => void;
  options: readonly Readonly<{ value: string; label: ReactNode }>[];
  label: string;
  id?: string;
  disabled?: boolean;
  className?: string;
}>;

export function Select({
  value,
  onValueChange,
  options,
  label,
  id,
  disabled = false,
  className,
}: SelectProps) {
  return (
    <Radix.Root value={value} onValueChange={onValueChange} disabled={disabled}>
      <Radix.Trigger
        id={id}
        aria-label={label}
        className={classNames(fieldLook, 'flex items-center justify-between gap-2 text-left', className)}
      >
        <Radix.Value />
        <Radix.Icon asChild>
          <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) animate-pop overflow-hidden rounded-xl border bg-surface text-ink shadow-float"
        >
          <Radix.Viewport className="p-1">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-lg px-3 text-sm outline-none select-none data-highlighted:bg-sunken"
              >
                <Radix.ItemText>{option.label}</Radix.ItemText>
                <Radix.ItemIndicator>
                  <Check aria-hidden className="size-4 text-primary" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
