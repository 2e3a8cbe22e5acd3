import type { CreatedApiTokenView } from '@posthorn/contracts/identity/api-tokens.http';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#ui/dialog.tsx';
import { API_ACCESS_TEXT, NEW_TOKEN_TEXT as TEXT } from '../messages/tokens.en.ts';
import { NewTokenForm } from './new-token-form.tsx';
import { ShownOnce } from './shown-once.tsx';

/** A dialog with two steps: first the form for the token, then the token itself, which is shown only once. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<CreatedApiTokenView | null>(null);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={created ? TEXT.createdTitle : TEXT.title}
      ignoresOutsideClicks={created !== null}
      className="top-auto max-h-[calc(100dvh-0.5rem)]"
    >
      {created ? (
        <>
          <DialogBody className="space-y-4">
            <ShownOnce label={TEXT.token} secret={created.token} warning={TEXT.once} />
          </DialogBody>
          <DialogFooter>
            <Button onClick={onClose}>{API_ACCESS_TEXT.done}</Button>
          </DialogFooter>
        </>
      ) : (
        <NewTokenForm
          onCancel={onClose}
          onCreated={(token) => {
            // Renders before the toast appears, so that the toast does not cover the focused copy button.
            flushSync(() => {
              setCreated(token);
            });
          }}
        />
      )}
    </Dialog>
  );
}
