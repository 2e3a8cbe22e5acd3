import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { ACCOUNT_LIST_TEXT } from '@posthorn/contracts/integrations/account-list-text';
import { withReturnPath } from '@posthorn/contracts/integrations/consent';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import Unplug from 'lucide-react/icons/unplug';
import { useState } from 'react';
import { accountsQuery } from '../api/accounts.ts';
import { lazyPart } from '#lib/lazy-part.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { AccountAvatar } from '#ui/account-avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { BreakableName } from '#ui/breakable-name.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Part } from '#ui/part.tsx';
import { ACCOUNTS_TEXT, CONNECT_BUTTONS_TEXT } from '../messages/accounts.en.ts';
import { useDisconnectAccount } from '../api/disconnect-account.ts';
import { ConnectButtons } from './connect-buttons.tsx';

/** Loaded when the user first disconnects an account. */
const DisconnectDialog = lazyPart(async () => (await import('./disconnect-dialog.tsx')).DisconnectDialog);

/** `max`: the limit of accounts in the plan; null: no limit. */
export function ConnectedAccountsCard({ max }: { max: number | null }) {
  const { data: accounts } = useSuspenseQuery(accountsQuery);
  const here = useLocation({ select: ({ pathname }) => pathname });
  const [accountToDisconnect, setAccountToDisconnect] = useState<AccountView | null>(null);
  const disconnect = useDisconnectAccount();
  return (
    <Card aria-labelledby="connected-accounts">
      <h2 id="connected-accounts" className="text-lg font-semibold">
        {ACCOUNTS_TEXT.title}
      </h2>
      <p className="mt-0.5 text-sm text-muted">{ACCOUNTS_TEXT.hint}</p>
      {accounts.length > 0 && (
        <ul aria-label={ACCOUNTS_TEXT.list} className="mt-4 divide-y border-y">
          {brokenFirst(accounts).map((account) => (
            <AccountRow
              key={account.id}
              account={account}
              back={here}
              onDisconnect={setAccountToDisconnect}
            />
          ))}
        </ul>
      )}
      <h3 id="connect-an-account" className="mt-5 text-sm font-semibold">
        {CONNECT_BUTTONS_TEXT.title}
      </h3>
      {max !== null && <AccountLimit taken={accounts.length} max={max} />}
      <ConnectButtons labelledBy="connect-an-account" back={here} />
      {accountToDisconnect && (
        <Part>
          <DisconnectDialog
            account={accountToDisconnect}
            onClose={() => {
              setAccountToDisconnect(null);
            }}
            onConfirm={() => {
              disconnect.mutate(accountToDisconnect.id);
            }}
          />
        </Part>
      )}
    </Card>
  );
}

/** The number of used accounts of the plan. At the limit, warns before the user opens a consent page. */
function AccountLimit({ taken, max }: { taken: number; max: number }) {
  return (
    <p className="mt-0.5 text-sm text-muted">
      {ACCOUNTS_TEXT.taken(taken, max)}{' '}
      {taken >= max && <span className="font-medium text-ink">{ACCOUNT_LIST_TEXT.limitReached}</span>}
    </p>
  );
}

/** Returns the accounts that need the user first. */
const brokenFirst = (accounts: readonly AccountView[]): readonly AccountView[] => [
  ...accounts.filter(({ status }) => status === 'needs-reconnect'),
  ...accounts.filter(({ status }) => status !== 'needs-reconnect'),
];

type AccountRowProps = Readonly<{
  account: AccountView;
  /** The URL to which the user returns after a consent. */
  back: string;
  onDisconnect: (account: AccountView) => void;
}>;

function AccountRow({ account, back, onDisconnect }: AccountRowProps) {
  const { platform, accountName, displayName, status, connectPath, commentsPath } = account;
  const asksForComments = status === 'active' && commentsPath !== null;
  return (
    <li className="flex flex-wrap items-center gap-x-3 py-2">
      <AccountAvatar accountId={account.id} name={accountName} platform={platform} size="row" />
      <div className="min-w-0 flex-1 basis-24 py-1">
        <p className="text-sm font-medium">
          <BreakableName name={accountName} />
        </p>
        <p className="text-sm text-muted">
          {PLATFORM_NAMES[platform]}
          {displayName && displayName !== accountName && ` · ${displayName}`}
        </p>
        {asksForComments && <p className="text-sm text-muted">{ACCOUNTS_TEXT.commentsHint}</p>}
      </div>
      {status === 'needs-reconnect' && (
        <div className="order-last flex basis-full flex-wrap items-center justify-between gap-x-3 pb-1 sm:order-none sm:basis-auto sm:pb-0">
          <Badge tone="attention">
            <TriangleAlert aria-hidden />
            {ACCOUNTS_TEXT.needsSignIn}
          </Badge>
          {connectPath && (
            <Button asChild>
              <a href={withReturnPath(connectPath, back)}>
                {ACCOUNTS_TEXT.reconnect}{' '}
                <span className="sr-only">{ACCOUNTS_TEXT.on(accountName, PLATFORM_NAMES[platform])}</span>
              </a>
            </Button>
          )}
        </div>
      )}
      {asksForComments && (
        <Button asChild className="order-last basis-full sm:order-none sm:basis-auto">
          <a href={withReturnPath(commentsPath, back)}>
            {ACCOUNTS_TEXT.readComments}{' '}
            <span className="sr-only">{ACCOUNTS_TEXT.on(accountName, PLATFORM_NAMES[platform])}</span>
          </a>
        </Button>
      )}
      <Button
        variant="quiet"
        className="-mr-2 max-sm:w-11 max-sm:px-0"
        aria-label={ACCOUNTS_TEXT.disconnectOf(accountName, PLATFORM_NAMES[platform])}
        onClick={() => {
          onDisconnect(account);
        }}
      >
        <Unplug aria-hidden className="sm:hidden" />
        <span className="max-sm:hidden">{ACCOUNTS_TEXT.disconnect}</span>
      </Button>
    </li>
  );
}
