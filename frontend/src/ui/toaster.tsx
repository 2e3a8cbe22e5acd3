import X from 'lucide-react/icons/x';
import * as Radix from 'radix-ui/toast';
import { useEffect, useMemo, useState, useSyncExternalStore, type CSSProperties } from 'react';
import { classNames } from '#lib/class-names.ts';
import { Button } from './button.tsx';
import { toastPlace, type ToastPlace } from './toast-place.ts';
import { dismiss, subscribeToasts, toasts } from './toast-store.ts';
import { UI_TEXT } from './messages.en.ts';

const SHOW_MS = 5_000;
const SWIPE_PX = 50;
const NOWHERE: ToastPlace = { edge: 'top', taken: 0, deskEdge: 'foot', head: 0, foot: 0 };

/** On a phone, whose bottom navigation takes that edge. */
const EDGES = {
  top: 'top-[calc(max(var(--taken),env(safe-area-inset-top))+0.5rem)]',
  foot: 'bottom-[calc(max(var(--taken),5rem+env(safe-area-inset-bottom))+0.5rem)]',
} as const;
const DESK_EDGES = {
  top: 'md:top-[calc(var(--head)+1.5rem)] md:bottom-auto',
  foot: 'md:top-auto md:bottom-[calc(var(--foot)+1.5rem)]',
} as const;

/**
 * The only place for toasts. They never cover the control that caused them, nor a dialog's head and foot. F8 moves the focus here, and the
 * timer stops while a toast is focused.
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
          onOpenChange={(stays) => {
            if (!stays) dismiss(id);
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

/** Computed for each toast and again one frame later, when errors are at their fields. Then it stays, also when the focus moves. */
function usePlace(id: number | undefined): ToastPlace {
  const first = useMemo(() => (id === undefined ? NOWHERE : toastPlace()), [id]);
  const [settled, settle] = useState<Readonly<{ id: number; place: ToastPlace }> | null>(null);
  useEffect(() => {
    if (id === undefined) return undefined;
    const frame = requestAnimationFrame(() => {
      settle({ id, place: toastPlace() });
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [id]);
  return settled !== null && settled.id === id ? settled.place : first;
}
