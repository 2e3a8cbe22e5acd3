import type { ReactNode } from 'react';
import { Button } from '#ui/button.tsx';
import { DialogBody, DialogFooter } from '#ui/dialog.tsx';
import { API_ACCESS_TEXT } from '../messages/tokens.en.ts';
import { WEBHOOK_DIALOG_TEXT as TEXT } from '../messages/webhooks.en.ts';
import { ShownOnce } from './shown-once.tsx';

type NewSecretProps = Readonly<{ secret: string; onClose: () => void; children: ReactNode }>;

/** The second step of a dialog that creates a secret: shows the secret. */
export const NewSecret = ({ secret, onClose, children }: NewSecretProps) => (
  <>
    <DialogBody className="space-y-4">
      <ShownOnce label={TEXT.secret} secret={secret} warning={TEXT.once} />
      <p className="text-sm text-muted">{children}</p>
    </DialogBody>
    <DialogFooter>
      <Button onClick={onClose}>{API_ACCESS_TEXT.done}</Button>
    </DialogFooter>
  </>
);
