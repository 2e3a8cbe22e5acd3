import X from 'lucide-react/icons/x';
import * as Radix from 'radix-ui/toast';
import { useEffect, useMemo, useState, useSyncExternalStore, type CSSProperties } from 'react';
import { classNames } from '#lib/class-names.ts';
import { Button } from './button.tsx';
import { openDialog, toastPlace, type ToastPlace } from './toast-place.ts';
import { dismiss, subscribeToasts, toasts } from './toast-store.ts';
import { UI_TEXT } from './messages.en.ts';

const SHOW_MS = 5_000;
const SWIPE_PX = 50;
const NO_TOAST: ToastPlace = { edge: 'top', taken: 0, deskEdge: 'bottom', head: 0, foot: 0 };

/** The classes for a phone. At the bottom, they leave space for the navigation. */
const EDGES = {
  top: 'top-[calc(max(var(--taken),env(safe-area-inset-top))+0.5rem)]',
  bottom: 'bottom-[calc(max(var(--taken),5rem+env(safe-area-inset-bottom))+0.5rem)]',
} as const;
const DESK_EDGES = {
  top: 'md:top-[calc(var(--head)+1.5rem)] md:bottom-auto',
  bottom: 'md:top-auto md:bottom-[calc(var(--foot)+1.5rem)]',
} as const;

/** Shows all toasts of the app. They avoid the control that caused them, and never cover the header and footer of a dialog. F8 moves the
 * focus to the toasts, and the timer stops while a toast has the focus.
 */
export function Toaster() {
  const items = useSyncExternalStore(subscribeToasts, toasts, toasts);
  const newest = items[0]?.id;
  const { edge, taken, deskEdge, head, foot } = usePlace(newest);
  return (
    <Radix.Provider duration={SHOW_MS} swipeThreshold={SWIPE_PX}>
      {items.map(({ id, open, title, description, variant, undo, action, seconds }) => (
        <Radix.Root
          key={id}
          open={open}
          onOpenChange={(isOpen) => {
            if (!isOpen) dismiss(id);
          }}
          {...(seconds !== undefined && { duration: seconds * 1_000 })}
          type={variant === 'destructive' ? 'foreground' : 'background'}
          className={classNames(
            'pointer-events-auto flex flex-wrap items-center gap-x-2 rounded-2xl border bg-surface py-2 pr-2 pl-side text-ink shadow-float data-[state=open]:animate-rise data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
            variant === 'destructive' && 'border-failed',
          )}
        >
          <div className="min-w-0 flex-1 basis-[min(10rem,70%)] py-1.5 text-sm">
            <Radix.Title className={classNames('font-semibold', variant === 'destructive' && 'text-failed')}>
              {title}
            </Radix.Title>
            {description && <Radix.Description className="text-muted">{description}</Radix.Description>}
            {action && (
              <Radix.Action altText={action.label} asChild onClick={action.run}>
                <Button variant="link" size="inline">
                  {action.label}
                </Button>
              </Radix.Action>
            )}
          </div>
          {undo && (
            <Radix.Action altText={UI_TEXT.undoOf(title)} asChild onClick={undo}>
              <Button variant="link" size="inline" className="px-3">
                {UI_TEXT.undo}
              </Button>
            </Radix.Action>
          )}
          <Radix.Close asChild>
            <Button variant="quiet" size="icon" aria-label={UI_TEXT.dismiss}>
              <X aria-hidden />
            </Button>
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport
        hotkey={['F8']}
        onFocus={({ currentTarget, relatedTarget }) => {
          const hasClosed = currentTarget.contains(relatedTarget);
          void import('./toast-focus.ts').then(({ passFocusOn }) => {
            passFocusOn(currentTarget, hasClosed ? undefined : relatedTarget);
          });
        }}
        className={classNames(
          'fixed inset-x-3 z-60 flex flex-col gap-2 outline-none md:inset-x-auto md:left-6 md:w-full md:max-w-[420px]',
          EDGES[edge],
          DESK_EDGES[deskEdge],
        )}
        style={{ '--taken': px(taken), '--head': px(head), '--foot': px(foot) } as CSSProperties}
      />
    </Radix.Provider>
  );
}

const px = (length: number): string => `${String(length)}px`;

/** Computes the position of a toast twice: immediately, and one frame later, when fields show their errors. Then the position is fixed
 * until another dialog opens.
 */
function usePlace(id: number | undefined): ToastPlace {
  const first = useMemo(() => (id === undefined ? NO_TOAST : toastPlace()), [id]);
  const [finalPlace, setFinalPlace] = useState<Readonly<{ id: number; place: ToastPlace }> | null>(null);
  useEffect(() => {
    if (id === undefined) return undefined;
    let frame = 0;
    const placeInNextFrame = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        setFinalPlace({ id, place: toastPlace() });
      });
    };
    placeInNextFrame();
    let dialog = openDialog();
    const opening = new MutationObserver(() => {
      const now = openDialog();
      if (now && now !== dialog) placeInNextFrame();
      dialog = now;
    });
    opening.observe(document.body, { childList: true });
    return () => {
      opening.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [id]);
  return finalPlace !== null && finalPlace.id === id ? finalPlace.place : first;
}
