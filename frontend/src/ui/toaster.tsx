import X from 'lucide-react/icons/x';
import * as Radix from 'radix-ui/toast';
import { useMemo, useSyncExternalStore } from 'react';
import { classNames } from '#lib/class-names.ts';
import { Button } from './button.tsx';
import { dismiss, subscribeToasts, toasts } from './toast-store.ts';

const SHOW_MS = 5_000;
const SWIPE_PX = 50;

/** On a phone the upper edge, for the buttons of a dialog and most others are below; a button that is up there itself is told of at the foot. */
const PLACES = {
  top: 'top-[calc(0.5rem+env(safe-area-inset-top))]',
  foot: 'bottom-[calc(5.5rem+env(safe-area-inset-bottom))]',
} as const;
/** As far down as a toast of some lines reaches. */
const UPPER_PART = 0.35;

/** The one place where toasts appear: never over the control that caused them. F8 moves there; time stands still while it is focused. */
export function Toaster() {
  const items = useSyncExternalStore(subscribeToasts, toasts, toasts);
  const newest = items[0]?.id;
  // Chosen once for each: it stays where it is while the focus goes on.
  const place = useMemo(() => (newest === undefined ? 'top' : placeNow()), [newest]);
  return (
    <Radix.Provider duration={SHOW_MS} swipeThreshold={SWIPE_PX}>
      {items.map(({ id, open, title, description, variant, undo, action }) => (
        <Radix.Root
          key={id}
          open={open}
          onOpenChange={(stays) => {
            if (!stays) dismiss(id);
          }}
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
            <Radix.Action altText={`Undo: ${title}`} asChild onClick={undo}>
              <Button variant="link" size="inline" className="px-3">
                Undo
              </Button>
            </Radix.Action>
          )}
          <Radix.Close asChild>
            <Button variant="quiet" size="icon" aria-label="Dismiss">
              <X aria-hidden />
            </Button>
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport
        hotkey={['F8']}
        className={classNames(
          'fixed inset-x-3 z-60 flex flex-col gap-2 outline-none md:inset-x-auto md:top-auto md:bottom-6 md:left-6 md:w-full md:max-w-[420px]',
          PLACES[place],
        )}
      />
    </Radix.Provider>
  );
}

/** Away from the control that was used last. */
function placeNow(): keyof typeof PLACES {
  const control = document.activeElement;
  if (!control?.matches('button, a, input, select, textarea') || control.closest('[role=dialog]'))
    return 'top';
  const { top, bottom } = control.getBoundingClientRect();
  return bottom > 0 && top < window.innerHeight * UPPER_PART ? 'foot' : 'top';
}
