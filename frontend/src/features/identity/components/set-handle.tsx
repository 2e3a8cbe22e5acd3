import type { UserView } from '@posthorn/contracts/identity/session.http';
import { useState } from 'react';
import { lazyPart } from '#lib/lazy-part.ts';
import { Button } from '#ui/button.tsx';
import { Part } from '#ui/part.tsx';
import { SETTINGS_TEXT } from '../messages/settings.en.ts';

const TEXT = SETTINGS_TEXT.account;

const HandleDialog = lazyPart(async () => (await import('./handle-dialog.tsx')).HandleDialog);

/** The button that opens the dialog for the handle. */
export function SetHandle({ user }: { user: UserView }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        onClick={() => {
          setOpen(true);
        }}
      >
        {user.handle === null ? TEXT.setHandle : TEXT.changeHandle}
      </Button>
      {isOpen && (
        <Part>
          <HandleDialog
            user={user}
            onClose={() => {
              setOpen(false);
            }}
          />
        </Part>
      )}
    </>
  );
}
