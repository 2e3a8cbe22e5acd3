import type { PageAccountView } from '@posthorn/contracts/link-tree/link-page.http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { accountsQuery } from '#features/integrations/api/accounts.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { PlatformBadge } from '#ui/platform-badge.tsx';
import { EDITOR_TEXT } from '../messages/editor.en.ts';

const TEXT = EDITOR_TEXT.accounts;

type PageAccountsProps = Readonly<{
  accounts: readonly PageAccountView[];
  /** Whether to explain the click counts here. False when the links above already do. */
  explainsClicks: boolean;
}>;

/** The accounts that the page lists automatically, and those that it would list when connected again. */
export function PageAccounts({ accounts, explainsClicks }: PageAccountsProps) {
  const { data: connected } = useQuery(accountsQuery);
  const lapsed = connected?.filter(({ status }) => status === 'needs-reconnect') ?? [];
  const shown = accounts.filter(({ accountId }) => !lapsed.some(({ id }) => id === accountId));
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
      <ul aria-labelledby="accounts" className="mt-3 divide-y empty:hidden">
        {shown.map(({ accountId, platform, name, seen }) => (
          <AccountLine key={accountId} platform={platform} name={name}>
            {EDITOR_TEXT.clicks.seen(seen)}
          </AccountLine>
        ))}
        {lapsed.map(({ id, platform, accountName }) => (
          <AccountLine key={id} platform={platform} name={accountName}>
            <Button variant="link" size="inline" asChild>
              <Link to="/settings" hash="connected-accounts">
                {TEXT.reconnect}
              </Link>
            </Button>
          </AccountLine>
        ))}
      </ul>
      {explainsClicks && shown.length > 0 && (
        <p className="mt-2 text-sm text-muted">{EDITOR_TEXT.clicks.about}</p>
      )}
    </Card>
  );
}

type AccountLineProps = Readonly<{ platform: Platform; name: string; children: ReactNode }>;

const AccountLine = ({ platform, name, children }: AccountLineProps) => (
  <li className="flex items-center gap-3 py-2 text-sm">
    <PlatformBadge platform={platform} className="size-6" />
    <div className="min-w-0">
      <p className="truncate">
        <span className="font-medium">{name}</span>{' '}
        <span className="text-muted">{PLATFORM_NAMES[platform]}</span>
      </p>
      <p className="text-muted">{children}</p>
    </div>
  </li>
);
