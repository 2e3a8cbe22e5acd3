import X from 'lucide-react/icons/x';
import * as Radix from 'radix-ui/dialog';
import {
  createContext,
  useContext,
  useEffect,
  useRef,
  type ComponentProps,
  type CSSProperties,
  type ReactNode,
} from 'react';
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
  /** The description, which screen readers read after the title. */
  description?: string;
  /** True: only screen readers get the description. */
  hidesDescription?: boolean;
  /** True: the dialog always has the full height on a phone. */
  fillsPhone?: boolean;
  /** True: the dialog is large on wide screens. */
  isLarge?: boolean;
  /**
   * True: the dialog traps neither focus nor clicks, because a frame of another site may open above (the confirmation of a bank). The
   * caller must make the page inert.
   */
  sharesPage?: boolean;
  /** True: a click outside does not close the dialog, because its content is shown only once. */
  ignoresOutsideClicks?: boolean;
  children: ReactNode;
  className?: string;
}>;

const SCRIM = 'fixed inset-0 z-40 animate-fade bg-scrim';
const keepOpen = (event: Event): void => {
  event.preventDefault();
};

/** Slides in from the bottom on a phone, and floats on a desktop. The content scrolls; a `DialogFooter` stays visible. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, hidesDescription, fillsPhone, isLarge } = props;
  const { sharesPage, ignoresOutsideClicks, children, className } = props;
  const keyboard = useKeyboardHeight();
  const focus = useFocusReturn();
  useEffect(() => {
    if (open) dismissPassing();
  }, [open]);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={!sharesPage}>
      <Radix.Portal>
        {sharesPage ? (
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
          {...((sharesPage || ignoresOutsideClicks) && { onInteractOutside: keepOpen })}
          {...(!description && { 'aria-describedby': undefined })}
          {...focus}
          onEscapeKeyDown={(event) => {
            // An input method uses this Escape, to discard characters.
            if (event.isComposing) event.preventDefault();
          }}
          style={{ '--keyboard': `${String(keyboard)}px` } as CSSProperties}
          className={classNames(
            'fixed z-40 flex flex-col overflow-hidden bg-surface text-ink shadow-float outline-none',
            'inset-x-0 by-default:top-[max(0.5rem,env(safe-area-inset-top))] bottom-[var(--keyboard)] animate-rise rounded-t-2xl',
            'sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:max-h-[min(92dvh,60rem)] sm:by-default:w-[min(40rem,calc(100vw-3rem))] sm:-translate-1/2 sm:animate-pop sm:rounded-2xl sm:border',
            isLarge && 'lg:h-[min(92dvh,60rem)] lg:w-[min(70rem,calc(100vw-3rem))]',
            fillsPhone && 'max-sm:[container:dialog/size]',
            className,
          )}
        >
          <header className="flex items-start justify-between gap-4 border-b py-2 pr-2 pl-[min(1.25rem,5vw)]">
            <div className="min-w-0 py-2">
              <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
              {description && (
                <Radix.Description className={hidesDescription ? 'sr-only' : 'text-sm text-muted'}>
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

/** Whether the form around a part is being saved. */
const IsSaving = createContext(false);

type DialogFormProps = ComponentProps<'form'> &
  Readonly<{
    /** True: the body takes no changes, because the dialog closes with the response, and later changes would be lost. */
    isSaving: boolean;
  }>;

/** The form of a dialog below its header. In a low window (large text, a phone in landscape), body and footer scroll together. */
export function DialogForm({ className, isSaving, ...props }: DialogFormProps) {
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    if (!isSaving) return undefined;
    return () => {
      // An inert field and a disabled button lose the focus.
      const { current: last } = focused;
      if (document.activeElement === document.body && last instanceof HTMLElement) last.focus();
    };
  }, [isSaving]);
  return (
    <IsSaving value={isSaving}>
      <form
        noValidate
        className={classNames(
          'flex min-h-0 flex-1 flex-col [@container_dialog_(height<28rem)]:block [@container_dialog_(height<28rem)]:overflow-y-auto',
          className,
        )}
        onFocus={({ target }) => {
          focused.current = target;
        }}
        {...props}
      />
    </IsSaving>
  );
}

export function DialogBody({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div
      inert={useContext(IsSaving)}
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
