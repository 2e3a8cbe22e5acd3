import * as Radix from 'radix-ui/dropdown-menu';
import { useRef, type ComponentProps, type FocusEvent, type ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { noteMenuOf } from './focus-return.ts';

type MenuProps = Readonly<{
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'end';
  /** `keys`: a key opened the menu before its code was loaded. */
  defaultOpen?: boolean | 'keys';
}>;

/** A menu that opens below its trigger. Not modal, because a modal menu hides the page from screen readers while Tab can still reach it. */
export function Menu({ trigger, children, align = 'end', defaultOpen = false }: MenuProps) {
  const isByKeys = useRef(defaultOpen === 'keys');
  /** Radix focuses the first item after a key, but it has not seen a key before its code was loaded. */
  const focusFirst = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (!isByKeys.current || target !== currentTarget) return;
    isByKeys.current = false;
    currentTarget.querySelector<HTMLElement>('[role=menuitem]:not([data-disabled])')?.focus();
  };
  return (
    <Radix.Root defaultOpen={defaultOpen !== false} modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          onFocus={focusFirst}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 min-w-48 animate-pop rounded-xl border bg-surface p-1 text-ink shadow-float"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type MenuItemProps = ComponentProps<typeof Radix.Item> & { danger?: boolean };

export function MenuItem({ className, danger, onSelect, ...props }: MenuItemProps) {
  return (
    <Radix.Item
      onSelect={(event) => {
        noteMenuOf(event.currentTarget);
        onSelect?.(event);
      }}
      className={classNames(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 text-sm select-none data-disabled:cursor-not-allowed data-disabled:opacity-55 data-highlighted:bg-sunken data-highlighted:outline-2 data-highlighted:-outline-offset-2 data-highlighted:outline-primary [&_svg]:size-4 [&_svg]:shrink-0',
        danger && 'text-failed',
        className,
      )}
      {...props}
    />
  );
}

export function MenuSeparator() {
  return <Radix.Separator className="my-1 h-px bg-line" />;
}
