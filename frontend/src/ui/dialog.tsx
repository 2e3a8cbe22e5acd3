import X from 'lucide-react/icons/x';
import * as Radix from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { Button } from './button.tsx';
import { useFocusReturn } from './focus-return.ts';

type DialogProps = Readonly<{
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Read out after the title; hidden from sight when `quiet`. */
  description?: string;
  quiet?: boolean;
  children: ReactNode;
  className?: string;
}>;

/** Fills a phone from the bottom up, floats on a desk. The content scrolls; a `DialogFooter` stays in sight. */
export function Dialog({ open, onOpenChange, title, description, quiet, children, className }: DialogProps) {
  const focus = useFocusReturn();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Radix.Content
          {...(!description && { 'aria-describedby': undefined })}
          {...focus}
          className={classNames(
            'fixed z-40 flex flex-col overflow-hidden bg-surface text-ink shadow-float outline-none',
            'inset-x-0 top-[max(0.5rem,env(safe-area-inset-top))] bottom-0 animate-rise rounded-t-2xl',
            'sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:max-h-[min(92dvh,60rem)] sm:w-[min(40rem,calc(100vw-3rem))] sm:-translate-1/2 sm:animate-pop sm:rounded-2xl sm:border',
            className,
          )}
        >
          <header className="flex items-start justify-between gap-4 border-b py-2 pr-2 pl-5">
            <div className="min-w-0 py-2">
              <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
              {description && (
                <Radix.Description className={quiet ? 'sr-only' : 'text-sm text-muted'}>
                  {description}
                </Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <Button variant="quiet" size="icon" aria-label="Close">
                <X aria-hidden />
              </Button>
            </Radix.Close>
          </header>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function DialogBody({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div
      className={classNames(
        'relative flex-1 scroll-py-6 overflow-y-auto overscroll-contain px-5 py-5',
        className,
      )}
    >
      {children}
    </div>
  );
}

export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <footer className="flex flex-wrap items-center justify-end gap-2 border-t bg-surface px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      {children}
    </footer>
  );
}
