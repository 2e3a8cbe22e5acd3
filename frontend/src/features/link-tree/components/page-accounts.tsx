import type { PageAccountView } from '@posthorn/contracts/link-tree/link-page.http';
import { Link } from '@tanstack/react-router';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { PlatformBadge } from '#ui/platform-badge.tsx';
import { EDITOR_TEXT } from '../editor.messages.en.ts';

const TEXT = EDITOR_TEXT.accounts;

type PageAccountsProps = Readonly<{
  accounts: readonly PageAccountView[];
  /** Says what a click seen is; not where the links above say it already. */
  explainsClicks: boolean;
}>;

/** What stands on the page by itself. */
export const PageAccounts = ({ accounts, explainsClicks }: PageAccountsProps) => (
  <Card aria-labelledby="accounts">
    <h2 id="accounts" className="text-lg font-semibold">
      {TEXT.heading}
    </h2>
    <p className="mt-0.5 text-sm text-muted">{accounts.length === 0 ? TEXT.none : TEXT.hint}</p>
    {accounts.length === 0 && (
      <Button asChild className="mt-3">
        <Link to="/settings" hash="connected-accounts">
          {TEXT.connect}
        </Link>
      </Button>
    )}
    <ul aria-labelledby="accounts" className="mt-3 divide-y empty:hidden">
      {accounts.map((account) => (
        <li key={account.accountId} className="flex items-center gap-3 py-2 text-sm">
          <PlatformBadge platform={account.platform} className="size-6" />
          <div className="min-w-0">
            <p className="truncate">
              <span className="font-medium">{account.name}</span>{' '}
              <span className="text-muted">{PLATFORM_NAMES[account.platform]}</span>
            </p>
            <p className="text-muted">{EDITOR_TEXT.clicks.seen(account.seen)}</p>
          </div>
        </li>
      ))}
    </ul>
    {explainsClicks && accounts.length > 0 && (
      <p className="mt-2 text-sm text-muted">{EDITOR_TEXT.clicks.about}</p>
    )}
  </Card>
);
