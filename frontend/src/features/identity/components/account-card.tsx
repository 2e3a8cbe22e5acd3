import type { UserView } from '@posthorn/contracts/identity/session.http';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { lazyPart } from '#lib/lazy-part.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Part } from '#ui/part.tsx';
import { SETTINGS_TEXT } from '../messages/settings.en.ts';
import { SetHandle } from './set-handle.tsx';

const TEXT = SETTINGS_TEXT.account;

const EditProfileDialog = lazyPart(async () => (await import('./edit-profile-dialog.tsx')).EditProfileDialog);

const ProfilePhoto = lazyPart(async () => (await import('./photo/profile-photo.tsx')).ProfilePhoto);

/** The user's photo, names, e-mail address and handle. */
export function AccountCard({ user }: { user: UserView }) {
  const [isEditing, setEditing] = useState(false);
  return (
    <Card aria-labelledby="account">
      <h2 id="account" className="text-lg font-semibold">
        {TEXT.heading}
      </h2>
      {/* Reserves the height of the photo and its buttons, so that nothing moves. */}
      <div className="mt-3 min-h-24">
        <Part>
          <ProfilePhoto user={user} />
        </Part>
      </div>
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
        <dt className="text-muted">{TEXT.handle}</dt>
        <dd className="min-w-0 truncate font-medium">
          {user.handle === null ? TEXT.noHandle : `@${user.handle}`}
        </dd>
      </dl>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          onClick={() => {
            setEditing(true);
          }}
        >
          {TEXT.edit}
        </Button>
        <Button asChild>
          <Link to="/profile/$username" params={{ username: user.username }}>
            {TEXT.viewProfile}
          </Link>
        </Button>
        <SetHandle user={user} />
      </div>
      {isEditing && (
        <Part>
          <EditProfileDialog
            user={user}
            onClose={() => {
              setEditing(false);
            }}
          />
        </Part>
      )}
    </Card>
  );
}
