import type { CalendarView } from '@posthorn/contracts/scheduling/calendar.http';
import { Link } from '@tanstack/react-router';
import { useNow } from '#lib/now.ts';
import { classNames } from '#lib/class-names.ts';
import { dayAndTime } from '#lib/zone-format.ts';
import { AccountAvatar } from '#ui/account-avatar.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogBody } from '#ui/dialog.tsx';
import { CALENDAR_TEXT as TEXT } from '../../messages/calendar.en.ts';
import { isDraftLine, isMovable, type CalendarLine } from '../../model/calendar/calendar-line.ts';
import { entryStatus } from './calendar-entry.tsx';
import { MoveForm } from './move-form.tsx';

type Props = Readonly<{
  item: CalendarLine;
  zone: string;
  accounts: CalendarView['accounts'];
  onMove: (item: CalendarLine, to: string) => void;
  onClose: () => void;
}>;

/** Shows one entry, with links to its post or draft and a form that moves it. */
export function EntryDialog({ item, zone, accounts, onMove, onClose }: Props) {
  const now = useNow();
  const { word, icon: Picture, text } = entryStatus(item);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={dayAndTime(item.scheduledFor, zone, now)}
      className="sm:w-[28rem]"
    >
      <DialogBody className="space-y-4">
        <p className={classNames('flex items-center gap-1.5 text-sm font-medium', text)}>
          <Picture aria-hidden className="size-4" />
          {word}
        </p>
        <p className="wrap-break-word">{item.line}</p>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
          {accounts
            .filter(({ id }) => item.accounts.includes(id))
            .map(({ id, platform, accountName }) => (
              <li key={id} className="flex min-w-0 items-center gap-2.5">
                <AccountAvatar accountId={id} name={accountName} platform={platform} />
                <span className="min-w-0 truncate" title={accountName}>
                  {accountName}
                </span>
              </li>
            ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <EntryLinks item={item} />
        </div>
        {isMovable(item) ? (
          <div className="border-t pt-4">
            <MoveForm
              scheduledFor={item.scheduledFor}
              zone={zone}
              onMove={(to) => {
                onMove(item, to);
              }}
            />
          </div>
        ) : (
          <p className="text-sm text-muted">{TEXT.notMovable}</p>
        )}
      </DialogBody>
    </Dialog>
  );
}

/** Links to the post or draft of the entry. */
function EntryLinks({ item }: Pick<Props, 'item'>) {
  if (isDraftLine(item))
    return (
      <Button asChild>
        <Link data-autofocus to="/posts" search={{ compose: true, draft: item.id, from: 'calendar' }}>
          {TEXT.editDraft}
        </Link>
      </Button>
    );
  return (
    <>
      <Button asChild>
        <Link data-autofocus to="/posts" search={{ post: item.id }}>
          {TEXT.open}
        </Link>
      </Button>
      {item.movable && (
        <Button asChild>
          <Link to="/posts" search={{ edit: item.id, from: 'calendar' }}>
            {TEXT.edit}
          </Link>
        </Button>
      )}
    </>
  );
}
