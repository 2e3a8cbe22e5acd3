import { signOut, type UserView } from '@posthorn/contracts/identity/session.http';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import LogOut from 'lucide-react/icons/log-out';
import { useState } from 'react';
import { messageOf } from '#lib/api-client.ts';
import { lazyPart } from '#lib/lazy-part.ts';
import { useNow } from '#lib/now.ts';
import { relativeTime } from '#lib/relative-time.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Part } from '#ui/part.tsx';
import { toast } from '#ui/toast-store.ts';
import { useEndSession } from '../api/end-session.ts';
import { sessionsQuery } from '../api/sessions.ts';
import { IDENTITY_TEXT } from '../messages.en.ts';
import { SETTINGS_TEXT } from '../settings.messages.en.ts';

const TEXT = SETTINGS_TEXT.account;

const EditProfileDialog = lazyPart(async () => (await import('./edit-profile-dialog.tsx')).EditProfileDialog);

export function AccountCard({ user }: { user: UserView }) {
  const [isEditing, edit] = useState(false);
  return (
    <Card aria-labelledby="account">
      <h2 id="account" className="text-lg font-semibold">
        {TEXT.heading}
      </h2>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
        <dt className="text-muted">{TEXT.name}</dt>
        <dd dir="auto" className="min-w-0 truncate font-medium">
          {[user.firstName, user.lastName].filter(Boolean).join(' ') || TEXT.noName}
        </dd>
        <dt className="text-muted">{TEXT.email}</dt>
        <dd className="min-w-0 font-medium">
          <span className="block truncate">{user.email ?? TEXT.noEmail}</span>
          {user.pendingEmail !== null && (
            <span className="block font-normal wrap-anywhere text-muted">
              {TEXT.pending(user.pendingEmail)}
            </span>
          )}
        </dd>
        <dt className="text-muted">{TEXT.plan}</dt>
        <dd className="font-medium">{user.isPremium ? TEXT.premium : TEXT.free}</dd>
      </dl>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          onClick={() => {
            edit(true);
          }}
        >
          {TEXT.edit}
        </Button>
        <Button asChild>
          <Link to="/profile/$username" params={{ username: user.username }}>
            {TEXT.viewProfile}
          </Link>
        </Button>
      </div>
      {isEditing && (
        <Part>
          <EditProfileDialog
            user={user}
            onClose={() => {
              edit(false);
            }}
          />
        </Part>
      )}
      <Sessions />
      <Button asChild className="mt-5 w-full sm:w-auto">
        <a href={signOut.path}>
          <LogOut aria-hidden />
          {TEXT.logOut}
        </a>
      </Button>
      <p className="mt-4 flex flex-wrap gap-x-5 border-t pt-2 text-sm">
        <LegalLink href="/terms">{IDENTITY_TEXT.signIn.terms}</LegalLink>
        <LegalLink href="/privacy">{IDENTITY_TEXT.signIn.privacy}</LegalLink>
      </p>
    </Card>
  );
}

/** A page without the app: a full load. */
const LegalLink = ({ href, children }: { href: string; children: string }) => (
  <a href={href} className="inline-flex min-h-11 items-center text-primary underline underline-offset-4">
    {children}
  </a>
);

/** Where this user is signed in. One browser is nothing to look at. */
function Sessions() {
  const { data: sessions } = useSuspenseQuery(sessionsQuery);
  const now = useNow();
  const end = useEndSession((error) =>
    toast({
      title: SETTINGS_TEXT.failed.title,
      description: messageOf(error, SETTINGS_TEXT.failed.again),
      variant: 'destructive',
    }),
  );
  return (
    <>
      <h3 className="mt-5 text-sm font-semibold">{TEXT.signedInOn}</h3>
      <ul className="mt-1 divide-y text-sm">
        {sessions.map(({ id, browser, lastSeenAt, current }) => (
          <li key={id} className="flex min-h-11 flex-wrap items-center gap-x-3 py-1">
            <span className="min-w-0 flex-1 basis-32">
              {browser}
              <span className="block text-muted">{current ? TEXT.now : relativeTime(lastSeenAt, now)}</span>
            </span>
            {current ? (
              <Badge tone="primary">{TEXT.thisBrowser}</Badge>
            ) : (
              <Button
                variant="quiet"
                disabled={end.isPending && end.variables === id}
                aria-label={TEXT.signOutOf(browser)}
                onClick={() => {
                  end.mutate(id);
                }}
              >
                {TEXT.signOut}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
