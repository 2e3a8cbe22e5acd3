import { Link } from '@tanstack/react-router';
import Unplug from 'lucide-react/icons/unplug';
import { useState, type ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#ui/dialog.tsx';
import { FieldError } from '#ui/field-error.tsx';
import { Note } from '#ui/note.tsx';
import { COMPOSER_TEXT } from '../messages.en.ts';
import type { TargetFit } from '../target-fit.ts';
import { isUsable, type ChosenAccounts } from '../use-chosen-accounts.ts';
import type { Accounts } from '../writer.ts';
import { AccountList } from './account-list.tsx';
import { AccountRow } from './account-row.tsx';
import { AccountSets } from './account-sets.tsx';

const TEXT = COMPOSER_TEXT.accounts;
/** As many as stand in one row beside a preview. */
const IN_ROW = 10;

type RowProps = Readonly<{
  userId: string;
  accounts: Accounts;
  chosen: ChosenAccounts;
  fits: readonly TargetFit[];
  view: number | null;
  onView: (view: number | null) => void;
}>;

/** On a desk: one row of accounts, and a sheet with all of them where they are too many for it. */
export function AccountChooser({ userId, accounts, chosen, fits, view, onView }: RowProps) {
  const [open, setOpen] = useState(false);
  const { list } = accounts;
  const usable = new Set(list.filter(isUsable).map(({ id }) => id));
  return (
    <Frame
      accounts={accounts}
      chosen={chosen}
      aside={<AccountSets userId={userId} list={list} chosen={chosen} keeps={list.length <= IN_ROW} />}
    >
      <AccountRow
        accounts={list}
        fits={fits}
        most={IN_ROW}
        view={view}
        isChosen={chosen.has}
        isUsable={(id) => usable.has(id)}
        onToggle={chosen.toggle}
        onView={onView}
        onMore={() => {
          setOpen(true);
        }}
      />
      {open && (
        <Dialog open onOpenChange={setOpen} title={TEXT.manage}>
          <DialogBody className="space-y-3">
            <AccountSets userId={userId} list={list} chosen={chosen} keeps />
            <AccountList
              list={list}
              chosen={chosen}
              onShow={(id) => {
                setOpen(false);
                onView(id);
              }}
            />
          </DialogBody>
          <DialogFooter>
            <Button
              variant="primary"
              onClick={() => {
                setOpen(false);
              }}
            >
              {TEXT.done}
            </Button>
          </DialogFooter>
        </Dialog>
      )}
    </Frame>
  );
}

/** On a phone: a part of its own. */
export function AccountsPanel({ userId, accounts, chosen, onView }: Omit<RowProps, 'fits' | 'view'>) {
  return (
    <Frame accounts={accounts} chosen={chosen}>
      <div className="space-y-3">
        <AccountSets userId={userId} list={accounts.list} chosen={chosen} keeps />
        <AccountList list={accounts.list} chosen={chosen} onShow={onView} />
      </div>
    </Frame>
  );
}

type FrameProps = Readonly<{
  accounts: Accounts;
  chosen: ChosenAccounts;
  aside?: ReactNode;
  children: ReactNode;
}>;

/** What stands around the accounts, and instead of them while there are none. */
function Frame({ accounts: { list, failed, onRetry }, chosen, aside, children }: FrameProps) {
  return (
    <fieldset className="min-w-0 space-y-2" aria-describedby={chosen.error ? 'accounts-error' : undefined}>
      <legend className="sr-only">{TEXT.legend}</legend>
      {failed && (
        <Note kind="error">
          <p>{TEXT.loadFailed}</p>
          <Button variant="link" size="inline" onClick={onRetry}>
            {TEXT.tryAgain}
          </Button>
        </Note>
      )}
      {!failed && list.length === 0 && <NoAccounts />}
      {list.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <p className="text-sm">
            <span className="font-medium">{TEXT.legend}</span>{' '}
            <span className="text-muted">{TEXT.chosen(chosen.ids.length, list.filter(isUsable).length)}</span>
          </p>
          {aside}
        </div>
      )}
      {list.length > 0 && children}
      <FieldError id="accounts-error" message={chosen.error} />
    </fieldset>
  );
}

export function NoAccounts() {
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-xl border border-dashed p-side">
      <Unplug aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-[min(10rem,100%)] flex-1 text-sm">
        <p className="font-medium">{TEXT.noneTitle}</p>
        <p className="text-muted">{TEXT.none}</p>
      </div>
      <Button asChild>
        <Link to="/settings">{TEXT.connectFirst}</Link>
      </Button>
    </div>
  );
}
