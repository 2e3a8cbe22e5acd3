import {
  lazy,
  startTransition,
  Suspense,
  useImperativeHandle,
  useState,
  type ComponentProps,
  type Ref,
} from 'react';
import type { CalendarLine } from '../../model/calendar/calendar-line.ts';
import type { EntryDialog } from './entry-dialog.tsx';

export const loadEntryDialog = () => import('./entry-dialog.tsx');
const LazyDialog = lazy(async () => ({ default: (await loadEntryDialog()).EntryDialog }));

export type EntryOpener = Readonly<{ open: (item: CalendarLine) => void }>;

type Props = Omit<ComponentProps<typeof EntryDialog>, 'item' | 'onClose'> &
  Readonly<{
    ref: Ref<EntryOpener>;
    /** All entries in view, as the server last returned them. */
    lines: readonly CalendarLine[];
  }>;

/** Keeps which entry is open, so that a full calendar is not rendered again when a dialog opens or closes. */
export function OpenedEntry({ ref, lines, onMove, ...parts }: Props) {
  const [openedId, setOpenedId] = useState<CalendarLine['id'] | null>(null);
  // From the first opening on, the dialog component stays, because the toasts of its actions may open another dialog.
  const [wasOpened, setWasOpened] = useState(false);
  if (openedId !== null && !wasOpened) setWasOpened(true);
  // Other windows may change the entry, or move or delete it. The dialog shows such a change, or closes.
  const item = openedId === null ? null : (lines.find(({ id }) => id === openedId) ?? null);
  if (openedId !== null && !item) setOpenedId(null);
  const close = () => {
    setOpenedId(null);
  };
  useImperativeHandle(
    ref,
    () => ({
      open: (opened: CalendarLine) => {
        // The pressed entry is painted before the dialog, which takes longer.
        startTransition(() => {
          setOpenedId(opened.id);
        });
      },
    }),
    [],
  );
  return (
    <Suspense>
      {wasOpened && (
        <LazyDialog
          {...parts}
          item={item}
          onMove={(moved, to) => {
            close();
            onMove(moved, to);
          }}
          onClose={close}
        />
      )}
    </Suspense>
  );
}
