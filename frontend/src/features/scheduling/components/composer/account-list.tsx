import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { useState } from 'react';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { AccountCheckbox } from '#ui/account-checkbox.tsx';
import { Button } from '#ui/button.tsx';
import { Input } from '#ui/input.tsx';
import { fullName } from '../../model/composer/account-names.ts';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import { isUsable, type ChosenAccounts } from '../../hooks/composer/use-chosen-accounts.ts';

const TEXT = COMPOSER_TEXT.accounts;
/** A list with more accounts has a search field. */
const MOST_WITHOUT_SEARCH = 10;

type AccountListProps = Readonly<{
  list: readonly AccountView[];
  chosen: ChosenAccounts;
  /** Opens the own content of a selected account. */
  onShow: (accountId: number) => void;
}>;

/** All accounts with names and checkboxes. A long list has a search field. */
export function AccountList({ list, chosen, onShow }: AccountListProps) {
  const [searchText, setSearchText] = useState('');
  const found = list.filter((account) => matches(account, searchText));
  return (
    <div className="space-y-3">
      {list.length > MOST_WITHOUT_SEARCH && (
        <Input
          type="search"
          aria-label={TEXT.search}
          placeholder={TEXT.search}
          value={searchText}
          onChange={({ currentTarget }) => {
            setSearchText(currentTarget.value);
          }}
          onKeyDown={(event) => {
            // Enter must not submit the form.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      )}
      <div className="grid gap-2">
        {found.map((account) => (
          <div key={account.id} className="flex flex-wrap items-center gap-x-2">
            <AccountCheckbox
              account={account.accountName}
              platform={account.platform}
              accountId={account.id}
              facts={PLATFORM_NAMES[account.platform] + (isUsable(account) ? '' : `: ${TEXT.reconnect}`)}
              checked={chosen.has(account.id)}
              disabled={!isUsable(account)}
              className="min-w-0 flex-[1_1_10rem] gap-2.5"
              onChange={() => {
                chosen.toggle(account.id);
              }}
            />
            {chosen.has(account.id) && (
              <Button
                variant="link"
                size="inline"
                aria-label={TEXT.customizeOne(fullName(account))}
                onClick={() => {
                  onShow(account.id);
                }}
              >
                {TEXT.customize}
              </Button>
            )}
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="text-sm text-muted">{TEXT.notFound}</p>}
    </div>
  );
}

const matches = ({ accountName, displayName, platform }: AccountView, searchText: string): boolean =>
  [accountName, displayName ?? '', PLATFORM_NAMES[platform]].some((name) =>
    name.toLowerCase().includes(searchText.trim().toLowerCase()),
  );
