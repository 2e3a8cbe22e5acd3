import X from 'lucide-react/icons/x';
import * as Radix from 'radix-ui/dialog';
import { useEffect, type ComponentProps, type CSSProperties, type ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { Button } from './button.tsx';
import { useFocusReturn } from './focus-return.ts';
import { useKeyboardHeight } from './keyboard-height.ts';
import { UI_TEXT } from './messages.en.ts';
import { dismissPassing } from './toast-store.ts';

type DialogProps = Readonly<{
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Screen readers read it after the title. Hidden from sight when `quiet`. */
  description?: string;
  quiet?: boolean;
  /** On a phone it always uses the full height. */
  fills?: boolean;
  /** Uses the width of a workspace on wide screens. */
  roomy?: boolean;
  /** Another site's frame may open above it (a bank's confirmation). So it traps neither focus nor clicks, and the caller makes the page inert. */
  shares?: boolean;
  /** A click outside does not close it, because its content is shown only once. */
  holds?: boolean;
  children: ReactNode;
  className?: string;
}>;

const SCRIM = 'fixed inset-0 z-40 animate-fade bg-scrim';
const stay = (event: Event): void => {
  event.preventDefault();
};

/** Covers the screen of a phone from the bottom, and floats on a desktop. The content scrolls; a `DialogFooter` stays visible. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, quiet, fills, roomy, shares, holds } = props;
  const { children, className } = props;
  const keyboard = useKeyboardHeight();
  const focus = useFocusReturn();
  useEffect(() => {
    if (open) dismissPassing();
  }, [open]);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={!shares}>
      <Radix.Portal>
        {shares ? (
          // Radix renders an overlay only for modal dialogs.
          <div
            aria-hidden
            className={SCRIM}
            onClick={() => {
              onOpenChange(false);
            }}
          />
        ) : (
          <Radix.Overlay className={SCRIM} />
        )}
        <Radix.Content
          {...((shares || holds) && { onInteractOutside: stay })}
          {...(!description && { 'aria-describedby': undefined })}
          {...focus}
          style={{ '--keyboard': `${String(keyboard)}px` } as CSSProperties}
          className={classNames(
            'fixed z-40 flex flex-col overflow-hidden bg-surface text-ink shadow-float outline-none',
            'inset-x-0 by-default:top-[max(0.5rem,env(safe-area-inset-top))] bottom-[var(--keyboard)] animate-rise rounded-t-2xl',
            'sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:max-h-[min(92dvh,60rem)] sm:by-default:w-[min(40rem,calc(100vw-3rem))] sm:-translate-1/2 sm:animate-pop sm:rounded-2xl sm:border',
            roomy && 'lg:h-[min(92dvh,60rem)] lg:w-[min(70rem,calc(100vw-3rem))]',
            fills && 'max-sm:[container:dialog/size]',
            className,
          )}
        >
          <header className="flex items-start justify-between gap-4 border-b py-2 pr-2 pl-[min(1.25rem,5vw)]">
            <div className="min-w-0 py-2">
              <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
              {description && (
                <Radix.Description className={quiet ? 'sr-only' : 'text-sm text-muted'}>
                  {description}
                </Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <Button variant="quiet" size="icon" aria-label={UI_TEXT.close}>
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

/** The content between a dialog's head and foot. If those leave little room (large text, a phone in landscape), everything scrolls together. */
export function DialogForm({ className, ...props }: ComponentProps<'form'>) {
  return (
    <form
      noValidate
      className={classNames(
        'flex min-h-0 flex-1 flex-col [@container_dialog_(height<28rem)]:block [@container_dialog_(height<28rem)]:overflow-y-auto',
        className,
      )}
      {...props}
    />
  );
}

export function DialogBody({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div
      className={classNames(
        'relative flex-1 scroll-py-6 overflow-y-auto overscroll-contain px-[min(1.25rem,5vw)] py-5 [@container_dialog_(height<28rem)]:overflow-visible',
        className,
      )}
    >
      {children}
    </div>
  );
}

export function DialogFooter({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <footer
      className={classNames(
        'flex flex-wrap items-center justify-end gap-2 border-t bg-surface px-[min(1.25rem,5vw)] pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]',
        className,
      )}
    >
      {children}
    </footer>
  );
}
