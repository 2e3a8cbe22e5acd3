import type { UserView } from '@posthorn/contracts/identity/session.http';
import { useState } from 'react';
import { lazyPart } from '#lib/lazy-part.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Part } from '#ui/part.tsx';
import { DELETE_ACCOUNT_TEXT as TEXT } from '../messages/delete-account.en.ts';

const DeleteAccountDialog = lazyPart(
  async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
);

/** The last card in Settings, which deletes the account. */
export function DeleteAccount({ user, title }: { user: UserView; title: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card aria-labelledby="delete-account">
      <h2 id="delete-account" className="text-lg font-semibold">
        {title}
      </h2>
      <p className="mt-1 text-sm text-muted">{TEXT.hint}</p>
      <Button
        className="mt-3"
        onClick={() => {
          setOpen(true);
        }}
      >
        {TEXT.open}
      </Button>
      {isOpen && (
        <Part>
          <DeleteAccountDialog
            user={user}
            onClose={() => {
              setOpen(false);
            }}
          />
        </Part>
      )}
    </Card>
  );
}
