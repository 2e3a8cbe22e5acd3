import { CatchBoundary } from '@tanstack/react-router';
import {
  Suspense,
  useEffect,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type PointerEvent,
} from 'react';
import { createPortal } from 'react-dom';
import { lazyPart } from '#lib/lazy-part.ts';
import { useReconnectCount } from '#lib/live-cut.ts';
import { Button } from './button.tsx';
import { noteFocus } from './last-focused.ts';
import { UI_TEXT } from './messages.en.ts';
import { Note } from './note.tsx';
import { dismiss, subscribeToasts, toasts } from './toast-store.ts';

/** The time for which messages wait for the code of the toaster. */
const PATIENCE_MS = 1_000;

const useToasts = () => useSyncExternalStore(subscribeToasts, toasts, toasts);

/** Returns a component that loads the toaster with the first message, because no message appears with the first screen. If the code does not
 * arrive, the messages appear without it.
 */
export function lateToaster(load: () => Promise<ComponentType>): ComponentType {
  const Toaster = lazyPart(load);
  return function LateToaster() {
    const times = useReconnectCount();
    // The place of a message depends on the control that had the focus before it.
    useEffect(() => {
      document.addEventListener('focusin', noteFocus);
      return () => {
        document.removeEventListener('focusin', noteFocus);
      };
    }, []);
    if (useToasts().length === 0) return null;
    return (
      <CatchBoundary getResetKey={() => times} errorComponent={PlainToasts}>
        <Suspense fallback={<AwaitedToasts />}>
          <Toaster />
        </Suspense>
      </CatchBoundary>
    );
  };
}

function AwaitedToasts() {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    setTimeout(setLate, PATIENCE_MS, true);
  }, []);
  return isLate && <PlainToasts />;
}

function PlainToasts() {
  // Direct children of the body, because an open dialog hides the rest of the page from screen readers.
  return createPortal(
    useToasts().map(({ id, open, title, description, undo, action }) => {
      const buttons = [
        undo && { label: UI_TEXT.undo, run: undo },
        action,
        { label: UI_TEXT.dismiss, run: null },
      ];
      return (
        open && (
          // A click outside of a dialog closes it, but a click on a message must not.
          <div key={id} className={PLACE} onPointerDown={stopPropagation}>
            <Note kind="error">
              <b>{title}</b> {description}
              <br />
              {buttons.map(
                (button) =>
                  button && (
                    <Button
                      key={button.label}
                      variant="link"
                      onClick={() => {
                        dismiss(id);
                        button.run?.();
                      }}
                    >
                      {button.label}
                    </Button>
                  ),
              )}
            </Note>
          </div>
        )
      );
    }),
    document.body,
  );
}

const PLACE = 'pointer-events-auto fixed inset-x-3 top-2 z-60';
const stopPropagation = (event: PointerEvent) => {
  event.stopPropagation();
};
