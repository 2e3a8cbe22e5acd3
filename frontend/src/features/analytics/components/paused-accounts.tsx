import type { OverviewView } from '@posthorn/contracts/analytics/analytics.http';
import { Link } from '@tanstack/react-router';
import { useNow } from '#lib/now.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { clockTime } from '#lib/zone-format.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import { PAUSE_TEXT } from '../messages/card.en.ts';
import { SCREEN_TEXT as TEXT } from '../messages/screen.en.ts';

type PausedAccountsProps = Readonly<{ paused: OverviewView['paused']; zone: string }>;

/** The accounts that the server currently does not poll, with the reason and the time of the next poll. */
export function PausedAccounts({ paused, zone }: PausedAccountsProps) {
  const now = useNow();
  if (paused.length === 0) return null;
  return (
    <Note kind="warning">
      <h2 className="font-semibold">{TEXT.paused}</h2>
      <ul className="mt-1 space-y-1">
        {paused.map(({ accountId, accountName, platform, reason, nextAt }) => (
          <li key={accountId}>
            <span className="font-medium">{accountName}</span>: {PAUSE_TEXT[reason](PLATFORM_NAMES[platform])}
            {nextAt !== null && ` ${TEXT.nextLook(clockTime(Date.parse(nextAt), zone, now))}`}
          </li>
        ))}
      </ul>
      {paused.some(({ reason }) => reason === 'reconnect') && (
        <Button asChild className="mt-2">
          <Link to="/settings" hash="connected-accounts">
            {TEXT.reconnect}
          </Link>
        </Button>
      )}
    </Note>
  );
}
