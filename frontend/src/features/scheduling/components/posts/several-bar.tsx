import type { ManyPostsRequest } from '@posthorn/contracts/scheduling/many-posts.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Trash2 from 'lucide-react/icons/trash-2';
import X from 'lucide-react/icons/x';
import { useMemo, useRef, useState, useTransition } from 'react';
import { useShortcuts } from '#lib/shortcuts.ts';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { SEVERAL_TEXT as TEXT } from '../../messages/several.en.ts';
import { MoveByDialog } from './move-by-dialog.tsx';

const isMovable = ({ status, publishing }: PostView): boolean => status === 'scheduled' && !publishing;
const hasFailed = ({ targets }: PostView): boolean => targets.some(({ status }) => status === 'failed');
const idsOf = (posts: readonly PostView[]): readonly number[] => posts.map(({ id }) => id);

type SeveralBarProps = Readonly<{
  chosen: readonly PostView[];
  zone: string;
  onChange: (request: ManyPostsRequest) => void;
  onEnd: () => void;
}>;

/** The actions for the chosen posts. Most buttons show the number of posts that they change. */
export function SeveralBar({ chosen, zone, onChange, onEnd }: SeveralBarProps) {
  const bar = useRef<HTMLElement>(null);
  useShortcuts(
    useMemo(
      () => ({
        X: () => {
          bar.current?.querySelector('button')?.focus();
        },
      }),
      [],
    ),
  );
  const [openDialog, setOpenDialog] = useState<'move' | 'delete' | null>(null);
  const [isOpening, startOpening] = useTransition();
  const movable = chosen.filter(isMovable);
  const failed = chosen.filter(hasFailed);
  const scheduled = chosen.filter(({ status }) => status === 'scheduled').length;
  const close = () => {
    setOpenDialog(null);
  };
  return (
    <>
      {/* Space below the list, so that the bar does not cover a card. */}
      <div className="h-28" />
      <section
        ref={bar}
        aria-label={TEXT.label}
        data-keeps-clear
        className="fixed inset-x-0 bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-30 flex flex-wrap items-center gap-x-2 gap-y-1 border-t bg-surface px-side py-2 shadow-float md:right-28 md:bottom-8 md:left-[17rem] md:max-w-2xl md:rounded-2xl md:border"
      >
        <p aria-hidden className="shrink-0 grow text-sm font-semibold tabular-nums">
          {TEXT.count(chosen.length)}
        </p>
        {movable.length > 0 && (
          <Button
            aria-busy={isOpening}
            // React draws this state before the dialog. The CSS transition is off, so that the first frame already shows the new colours.
            className="aria-busy:border-primary aria-busy:text-primary aria-busy:transition-none"
            onClick={() => {
              startOpening(() => {
                setOpenDialog('move');
              });
            }}
          >
            <CalendarClock aria-hidden />
            {TEXT.move(movable.length)}
          </Button>
        )}
        {failed.length > 0 && (
          <Button
            onClick={() => {
              onChange({ ids: idsOf(failed), action: 'retry' });
            }}
          >
            <RotateCcw aria-hidden />
            {TEXT.retry(failed.length)}
          </Button>
        )}
        <Button
          variant="quiet"
          className="text-failed"
          onClick={() => {
            setOpenDialog('delete');
          }}
        >
          <Trash2 aria-hidden />
          {TEXT.delete(chosen.length)}
        </Button>
        <Button variant="quiet" size="icon" aria-label={TEXT.end} onClick={onEnd}>
          <X aria-hidden />
        </Button>
      </section>
      {openDialog === 'move' && (
        <MoveByDialog
          count={movable.length}
          zone={zone}
          staying={chosen.length - movable.length}
          onMove={(by) => {
            close();
            const times = movable.map(({ scheduledFor }) => scheduledFor);
            onChange({ ids: idsOf(movable), action: 'move', times, ...by });
          }}
          onClose={close}
        />
      )}
      <AlertDialog
        open={openDialog === 'delete'}
        onOpenChange={close}
        title={TEXT.deleteAsk(chosen.length)}
        description={TEXT.deleteHint(scheduled, chosen.length - scheduled)}
        confirm={TEXT.delete(chosen.length)}
        danger
        onConfirm={() => {
          onChange({ ids: idsOf(chosen), action: 'delete' });
        }}
      />
    </>
  );
}
