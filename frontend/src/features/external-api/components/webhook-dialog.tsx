import type { CreatedWebhookView, WebhookView } from '@posthorn/contracts/external/webhooks.http';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Dialog } from '#ui/dialog.tsx';
import { WEBHOOK_DIALOG_TEXT as TEXT } from '../messages/webhooks.en.ts';
import { NewSecret } from './new-secret.tsx';
import { WebhookForm } from './webhook-form.tsx';

type WebhookDialogProps = Readonly<{
  /** Null: the dialog adds a webhook. */
  webhook: WebhookView | null;
  onClose: () => void;
}>;

/** Edits the URL and events of a webhook. After adding, shows the secret once. */
export function WebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const [added, setAdded] = useState<CreatedWebhookView | null>(null);
  const title = webhook ? TEXT.change : TEXT.add;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={added ? TEXT.addedTitle : title}
      ignoresOutsideClicks={added !== null}
      className="top-auto max-h-[calc(100dvh-0.5rem)]"
    >
      {added ? (
        <NewSecret secret={added.secret} onClose={onClose}>
          {TEXT.secretHint}
        </NewSecret>
      ) : (
        <WebhookForm
          webhook={webhook}
          onCancel={onClose}
          onAdded={(view) => {
            // Renders before the toast appears, so that the toast does not cover the focused copy button.
            flushSync(() => {
              setAdded(view);
            });
          }}
          onChanged={onClose}
        />
      )}
    </Dialog>
  );
}
