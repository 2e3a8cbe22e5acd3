import type { CalendarView } from '@posthorn/contracts/scheduling/calendar.http';
import { useQuery } from '@tanstack/react-query';
import { useNow } from '#lib/now.ts';
import { classNames } from '#lib/class-names.ts';
import { lazyPart } from '#lib/lazy-part.ts';
import { dayAndTime } from '#lib/zone-format.ts';
import { AccountAvatar } from '#ui/account-avatar.tsx';
import { Dialog, DialogBody } from '#ui/dialog.tsx';
import { Part } from '#ui/part.tsx';
import { postQuery } from '../../api/posts.ts';
import { useEntryActions } from '../../hooks/calendar/use-entry-actions.ts';
import { CALENDAR_TEXT as TEXT } from '../../messages/calendar.en.ts';
import { isDraftLine, isMovable, type CalendarLine } from '../../model/calendar/calendar-line.ts';
import { entryStatus } from './calendar-entry.tsx';
import { EntryActions } from './entry-actions.tsx';
import { MoveForm } from './move-form.tsx';

const DeleteRemoteDialog = lazyPart(
  async () => (await import('../delete-remote-dialog.tsx')).DeleteRemoteDialog,
);

type Props = Readonly<{
  /** Null: no dialog is open. The component stays, because the toasts of its actions may open another dialog. */
  item: CalendarLine | null;
  userId: string;
  zone: string;
  accounts: CalendarView['accounts'];
  onMove: (item: CalendarLine, to: string) => void;
  onClose: () => void;
}>;

/** Shows one entry, with the actions for its post or draft and a form that moves it. */
export function EntryDialog({ item, userId, ...parts }: Props) {
  const actions = useEntryActions(userId);
  const { postToDelete, onRemoteDeletionClosed } = actions;
  return (
    <>
      {item && <OpenEntry item={item} actions={actions} {...parts} />}
      {postToDelete && (
        <Part>
          <DeleteRemoteDialog
            post={postToDelete}
            open
            isListed={false}
            onOpenChange={onRemoteDeletionClosed}
          />
        </Part>
      )}
    </>
  );
}

type OpenProps = Omit<Props, 'item' | 'userId'> &
  Readonly<{ item: CalendarLine; actions: ReturnType<typeof useEntryActions> }>;

function OpenEntry({ item, zone, accounts, actions, onMove, onClose }: OpenProps) {
  const now = useNow();
  // Loads the whole post ahead of its actions, because an entry has only one line of it.
  useQuery({ ...postQuery(Number(item.id)), enabled: !isDraftLine(item) });
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
        <p dir="auto" className="wrap-break-word">
          {item.line}
        </p>
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
          <EntryActions
            item={item}
            zone={zone}
            onDuplicate={actions.duplicate}
            withPost={actions.withPost}
            onRemove={() => {
              onClose();
              actions.remove(item);
            }}
            onClose={onClose}
          />
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
