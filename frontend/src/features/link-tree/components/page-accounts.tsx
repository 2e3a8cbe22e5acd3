import type { PageAccountView } from '@posthorn/contracts/link-tree/link-page.http';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { accountsQuery } from '#features/integrations/api/accounts.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { usePlaceAccount } from '../api/change-page.ts';
import { useOrderedList } from '../hooks/use-ordered-list.ts';
import { EDITOR_TEXT } from '../messages/editor.en.ts';
import { PAGE_ACCOUNTS_TEXT } from '../messages/page-accounts.en.ts';
import { AccountLine, AccountRow, accountTitle } from './account-rows.tsx';

const TEXT = EDITOR_TEXT.accounts;

type PageAccountsProps = Readonly<{
  accounts: readonly PageAccountView[];
  /** True: the card explains the click counts. False: the links above already explain them. */
  explainsClicks: boolean;
}>;

/** The accounts on the page, each with a switch, and the accounts that the page cannot list. */
export function PageAccounts({ accounts, explainsClicks }: PageAccountsProps) {
  const { data: connected } = useQuery(accountsQuery);
  const lapsed = connected?.filter(({ status }) => status === 'needs-reconnect') ?? [];
  const active = accounts.filter(({ accountId }) => !lapsed.some(({ id }) => id === accountId));
  const placed = active.filter(({ hasAddress }) => hasAddress);
  const unknown = active.filter(({ hasAddress }) => !hasAddress);
  const list = useRef<HTMLUListElement>(null);
  const { mutate: place } = usePlaceAccount();
  const accountOf = (id: string) => placed.find(({ accountId }) => String(accountId) === id);
  const { ids, announcement, row } = useOrderedList({
    ids: placed.map(({ accountId }) => String(accountId)),
    list,
    titleOf: (id) => {
      const account = accountOf(id);
      return account ? accountTitle(account) : '';
    },
    onPlace: (id, after) => {
      place({ id, after });
    },
  });
  const hasNone = accounts.length === 0 && connected?.length === 0;
  return (
    <Card aria-labelledby="accounts">
      <h2 id="accounts" className="text-lg font-semibold">
        {TEXT.heading}
      </h2>
      <p className="mt-0.5 text-sm text-muted">{hasNone ? TEXT.none : TEXT.hint}</p>
      {hasNone && (
        <Button asChild className="mt-3">
          <Link to="/settings" hash="connected-accounts">
            {TEXT.connect}
          </Link>
        </Button>
      )}
      <ul ref={list} aria-label={PAGE_ACCOUNTS_TEXT.list} className="mt-3 divide-y border-y empty:hidden">
        {ids.map((id) => {
          const account = accountOf(id);
          return account && <AccountRow key={id} {...row(id)} account={account} />;
        })}
      </ul>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ul aria-labelledby="accounts" className="mt-1 divide-y empty:hidden">
        {unknown.map(({ accountId, platform, name }) => (
          <AccountLine key={accountId} accountId={accountId} platform={platform} name={name}>
            {PAGE_ACCOUNTS_TEXT.unknown}
          </AccountLine>
        ))}
        {lapsed.map(({ id, platform, accountName }) => (
          <AccountLine key={id} accountId={id} platform={platform} name={accountName}>
            <Button variant="link" size="inline" asChild>
              <Link to="/settings" hash="connected-accounts">
                {TEXT.reconnect}
              </Link>
            </Button>
          </AccountLine>
        ))}
      </ul>
      {explainsClicks && placed.length > 0 && (
        <p className="mt-2 text-sm text-muted">{EDITOR_TEXT.clicks.about}</p>
      )}
    </Card>
  );
}
