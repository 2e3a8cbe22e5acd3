import ChevronDown from 'lucide-react/icons/chevron-down';
import Unplug from 'lucide-react/icons/unplug';
import { memo, Suspense, useId, useState, type ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#ui/dialog.tsx';
import { FieldError } from '#ui/field-error.tsx';
import { Note } from '#ui/note.tsx';
import { ConnectLink } from '../connect-link.tsx';
import { fullName } from '../../model/composer/account-names.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import type { TargetFit } from '../../model/composer/target-fit.ts';
import { isUsable, type ChosenAccounts } from '../../hooks/composer/use-chosen-accounts.ts';
import type { AccountsToChoose } from '../../model/composer/writer.ts';
import { AccountList } from './account-list.tsx';
import { AccountRow } from './account-row.tsx';
import { AccountSets } from './account-sets.tsx';

const TEXT = COMPOSER_TEXT.accounts;
/** The number of accounts that fit in one row next to a preview. */
const IN_ROW = 10;

type RowProps = Readonly<{
  userId: string;
  accounts: AccountsToChoose;
  chosen: ChosenAccounts;
  fits: readonly TargetFit[];
  /** The account whose content the editor shows; null: the shared content. */
  view: number | null;
  onView: (view: number | null) => void;
}>;

/** In a wide window: one row of accounts, and a dialog with all accounts when the row is too short. */
export function AccountChooser({ userId, accounts, chosen, fits, view, onView }: RowProps) {
  const [open, setOpen] = useState(false);
  const { list } = accounts;
  const fitsInRow = list.length <= IN_ROW;
  const usable = new Set(list.filter(isUsable).map(({ id }) => id));
  return (
    <Frame
      accounts={accounts}
      chosen={chosen}
      // Otherwise the user edits the sets in the dialog.
      aside={<AccountSets userId={userId} list={list} chosen={chosen} isEditable={fitsInRow} />}
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
            <AccountSets userId={userId} list={list} chosen={chosen} isEditable />
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
              data-autofocus
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

/** On a phone: the content of a separate tab. Rendered again only when the accounts or the selection change. */
export const AccountsPanel = memo(function AccountsPanel({
  userId,
  accounts,
  chosen,
  onView,
}: Omit<RowProps, 'fits' | 'view'>) {
  return (
    <Frame accounts={accounts} chosen={chosen}>
      <div className="space-y-3">
        <AccountSets userId={userId} list={accounts.list} chosen={chosen} isEditable />
        <AccountList list={accounts.list} chosen={chosen} onShow={onView} />
      </div>
    </Frame>
  );
});

type FrameProps = Readonly<{
  accounts: AccountsToChoose;
  chosen: ChosenAccounts;
  aside?: ReactNode;
  children: ReactNode;
}>;

/** The frame around the accounts, with notes about missing and unusable accounts. */
function Frame({ accounts: { list, failed, onRetry, connect }, chosen, aside, children }: FrameProps) {
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
      {!failed && list.length === 0 && <NoAccounts connect={connect} />}
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
      <Unusable list={list} />
      <FieldError id="accounts-error" message={chosen.error} />
    </fieldset>
  );
}

/** A folded note, so that the text field keeps its position for users who write first. */
export function NoAccounts({ connect }: Pick<AccountsToChoose, 'connect'>) {
  const id = useId();
  return (
    <details className="group rounded-xl border border-dashed p-side">
      <summary className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
        <Unplug aria-hidden className="size-5 shrink-0 text-muted" />
        <span id={id} className="min-w-0 flex-1">
          <span className="block font-medium">{TEXT.noneTitle}</span>{' '}
          <span className="block text-muted">{TEXT.none}</span>
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <Suspense>{connect(id)}</Suspense>
    </details>
  );
}

/** Warns about accounts that cannot publish until their owner signs in on the platform again. */
function Unusable({ list }: Pick<AccountsToChoose, 'list'>) {
  return list
    .filter((account) => !isUsable(account))
    .map((account) => (
      <Note key={account.id} kind="warning" className="items-center py-1">
        <span className="flex flex-wrap items-center gap-x-3">
          <span className="min-w-0 flex-1 basis-40">{TEXT.needsSignIn(fullName(account))}</span>
          <ConnectLink target={{ ...account, accountId: account.id }} word={TEXT.reconnectOne} />
        </span>
      </Note>
    ));
}
