import { signOut, type UserView } from '@posthorn/contracts/identity/session.http';
import { useSuspenseQuery } from '@tanstack/react-query';
import LogOut from 'lucide-react/icons/log-out';
import { messageOf } from '#lib/api-client.ts';
import { useNow } from '#lib/now.ts';
import { relativeTime } from '#lib/relative-time.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { toast } from '#ui/toast-store.ts';
import { useEndSession } from '../api/end-session.ts';
import { sessionsQuery } from '../api/sessions.ts';

export function AccountCard({ user }: { user: UserView }) {
  return (
    <Card aria-labelledby="account">
      <h2 id="account" className="text-lg font-semibold">
        Account
      </h2>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
        <dt className="text-muted">Email</dt>
        <dd className="min-w-0 truncate font-medium">{user.email ?? 'None'}</dd>
        <dt className="text-muted">Plan</dt>
        <dd className="font-medium">{user.isPremium ? 'Premium' : 'Free'}</dd>
      </dl>
      <Sessions />
      <Button asChild className="mt-5 w-full sm:w-auto">
        <a href={signOut.path}>
          <LogOut aria-hidden />
          Log Out
        </a>
      </Button>
    </Card>
  );
}

/** Where this user is signed in. One browser is nothing to look at. */
function Sessions() {
  const { data: sessions } = useSuspenseQuery(sessionsQuery);
  const now = useNow();
  const end = useEndSession((error) =>
    toast({ title: 'Error', description: messageOf(error, 'Please try again.'), variant: 'destructive' }),
  );
  return (
    <>
      <h3 className="mt-5 text-sm font-semibold">Signed in on</h3>
      <ul className="mt-1 divide-y text-sm">
        {sessions.map(({ id, browser, lastSeenAt, current }) => (
          <li key={id} className="flex min-h-11 flex-wrap items-center gap-x-3 py-1">
            <span className="min-w-0 flex-1 basis-32">
              {browser}
              <span className="block text-muted">{current ? 'now' : relativeTime(lastSeenAt, now)}</span>
            </span>
            {current ? (
              <Badge tone="primary">This browser</Badge>
            ) : (
              <Button
                variant="quiet"
                disabled={end.isPending && end.variables === id}
                aria-label={`Sign out ${browser}`}
                onClick={() => {
                  end.mutate(id);
                }}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
