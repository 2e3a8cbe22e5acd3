import { useQuery } from '@tanstack/react-query';
import Bell from 'lucide-react/icons/bell';
import { useState } from 'react';
import { lazyPart } from '#lib/lazy-part.ts';
import { Button } from '#ui/button.tsx';
import { Part } from '#ui/part.tsx';
import { noticesQuery } from '../api/notices.ts';
import { BELL_TEXT as TEXT } from '../messages/bell.en.ts';

const NoticesDialog = lazyPart(async () => (await import('./notices-dialog.tsx')).NoticesDialog);

const SHOWN_MAX = 99;

/** A button that opens the notices, with the number of unread notices as soon as it is known. */
export function NoticesBell({ zone }: { zone: string }) {
  const unread = useQuery(noticesQuery).data?.unread ?? 0;
  const [isOpen, setOpen] = useState(false);
  const name = unread > 0 ? TEXT.unread(unread) : TEXT.title;
  return (
    <>
      <Button
        variant="quiet"
        size="icon"
        className={unread > 0 ? 'w-auto min-w-thumb pl-[min(0.6875rem,3vw)]' : undefined}
        aria-label={name}
        aria-haspopup="dialog"
        title={TEXT.title}
        onClick={() => {
          setOpen(true);
        }}
      >
        <Bell aria-hidden />
        {unread > 0 && (
          <span
            aria-hidden
            // In the row of the bell and not above it, so that large letters make the button wider and leave the bell visible.
            className="-mt-[min(1.25rem,6vw)] -ml-[min(0.9375rem,6.6vw)] min-w-4.5 rounded-full border-2 border-surface bg-primary px-1 text-center text-[0.625rem]/[0.875rem] font-semibold whitespace-nowrap text-on-primary tabular-nums"
          >
            {unread > SHOWN_MAX ? `${String(SHOWN_MAX)}+` : unread}
          </span>
        )}
      </Button>
      {isOpen && (
        <Part trouble="silent">
          <NoticesDialog
            zone={zone}
            onClose={() => {
              setOpen(false);
            }}
          />
        </Part>
      )}
    </>
  );
}
