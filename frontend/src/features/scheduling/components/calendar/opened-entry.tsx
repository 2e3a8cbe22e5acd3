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
  Readonly<{ ref: Ref<EntryOpener> }>;

/** Keeps which entry is open, so that a full calendar is not rendered again when a dialog opens or closes. */
export function OpenedEntry({ ref, onMove, ...parts }: Props) {
  const [item, setItem] = useState<CalendarLine | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  if (item && !wasOpened) setWasOpened(true);
  const close = () => {
    setItem(null);
  };
  useImperativeHandle(
    ref,
    () => ({
      open: (opened: CalendarLine) => {
        // The pressed entry is painted before the dialog, which takes longer.
        startTransition(() => {
          setItem(opened);
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
