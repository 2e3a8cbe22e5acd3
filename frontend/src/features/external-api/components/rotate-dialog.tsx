import type { RotatedSecretView } from '@posthorn/contracts/external/webhooks.http';
import { useState } from 'react';
import { useNow } from '#lib/now.ts';
import { dayAndTime } from '#lib/zone-format.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#ui/dialog.tsx';
import { useRotateWebhook } from '../api/webhooks.ts';
import { API_ACCESS_TEXT } from '../messages/tokens.en.ts';
import { useOneAtATime } from '../hooks/use-one-at-a-time.ts';
import { ROTATE_TEXT as TEXT, WEBHOOKS_TEXT } from '../messages/webhooks.en.ts';
import { NewSecret } from './new-secret.tsx';
import { Refused } from './refused.tsx';

type RotateDialogProps = Readonly<{ id: string; zone: string; onClose: () => void }>;

/** Asks for confirmation, then shows the new secret once. */
export function RotateDialog({ id, zone, onClose }: RotateDialogProps) {
  const [newSecret, setNewSecret] = useState<RotatedSecretView | null>(null);
  const now = useNow();
  const rotate = useRotateWebhook(id);
  const oneAtATime = useOneAtATime();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={newSecret ? TEXT.madeTitle : TEXT.title}
      ignoresOutsideClicks={newSecret !== null}
      className="top-auto"
    >
      {newSecret ? (
        <NewSecret secret={newSecret.secret} onClose={onClose}>
          {TEXT.both(dayAndTime(newSecret.oldUntil, zone, now))}
        </NewSecret>
      ) : (
        <>
          <DialogBody className="space-y-4 text-sm">
            <p>{TEXT.hint}</p>
            <Refused error={rotate.error} title={TEXT.failed} again={WEBHOOKS_TEXT.again} />
          </DialogBody>
          <DialogFooter>
            <Button data-autofocus onClick={onClose}>
              {API_ACCESS_TEXT.cancel}
            </Button>
            <Button
              variant="primary"
              aria-disabled={rotate.isPending}
              onClick={() => {
                oneAtATime(() => rotate.mutateAsync().then(setNewSecret, () => undefined));
              }}
            >
              {rotate.isPending ? TEXT.making : TEXT.confirm}
            </Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}
