import {
  deleteWebhook,
  WEBHOOK,
  WEBHOOK_TEXT,
  type WebhookView,
} from '@posthorn/contracts/external/webhooks.http';
import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { useRef, useState } from 'react';
import { lazyPart } from '#lib/lazy-part.ts';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { focusAfterDialog } from '#ui/focus-return.ts';
import { Part } from '#ui/part.tsx';
import { useDeleteFromList } from '../api/delete-from-list.ts';
import { webhooksQuery } from '../api/webhooks.ts';
import { rowBeside } from '../model/row-beside.ts';
import { WEBHOOKS_TEXT as TEXT } from '../messages/webhooks.en.ts';
import { Loaded } from './loaded.tsx';
import { WebhookRow, type WebhookForm } from './webhook-row.tsx';

const WebhookDialog = lazyPart(async () => (await import('./webhook-dialog.tsx')).WebhookDialog);
const RotateDialog = lazyPart(async () => (await import('./rotate-dialog.tsx')).RotateDialog);
const DeliveriesDialog = lazyPart(async () => (await import('./deliveries-dialog.tsx')).DeliveriesDialog);

/** @param zone the zone of the shown times */
export function Webhooks({ zone }: { zone: string }) {
  const webhooks = useQuery(webhooksQuery);
  return (
    <>
      <p className="text-sm text-muted">{TEXT.hint}</p>
      <Loaded query={webhooks}>{(list) => <WebhookList webhooks={list} zone={zone} />}</Loaded>
    </>
  );
}

type Opened = Readonly<{ form: 'add' }> | Readonly<{ form: WebhookForm; webhook: WebhookView }>;
type WebhookListProps = Readonly<{ webhooks: readonly WebhookView[]; zone: string }>;

function WebhookList({ webhooks, zone }: WebhookListProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const { mutate: remove } = useDeleteFromList({
    list: webhooksQuery,
    call: deleteWebhook,
    title: TEXT.deleted,
    failure: { title: TEXT.failed, again: TEXT.again },
  });
  const isFull = webhooks.length >= WEBHOOK.perUser;
  const close = () => {
    setOpened(null);
  };
  const removeWebhook = (webhook: WebhookView) => {
    const row = rowBeside(list.current, webhooks.indexOf(webhook));
    const next = row?.querySelector<HTMLElement>('[aria-haspopup=menu]') ?? addButton.current;
    focusAfterDialog(() => next?.focus());
    remove(webhook.id);
  };
  return (
    <>
      <ul ref={list} aria-label={TEXT.list} className="mt-3 divide-y border-y empty:hidden">
        {webhooks.map((webhook) => (
          <WebhookRow
            key={webhook.id}
            webhook={webhook}
            zone={zone}
            onOpen={(form) => {
              setOpened({ form, webhook });
            }}
          />
        ))}
      </ul>
      <p className="mt-3 text-sm text-muted">
        {webhooks.length === 0 ? TEXT.none : TEXT.taken(webhooks.length)}{' '}
        {isFull && <span className="font-medium text-ink">{WEBHOOK_TEXT.limitReached}</span>}
      </p>
      <Button
        ref={addButton}
        className="mt-3"
        // A disabled button would lose the focus, so `aria-disabled` marks it instead.
        aria-disabled={isFull}
        onClick={() => {
          if (!isFull) setOpened({ form: 'add' });
        }}
      >
        <Plus aria-hidden />
        {TEXT.add}
      </Button>
      {opened && <OpenedDialog opened={opened} zone={zone} onClose={close} onRemove={removeWebhook} />}
    </>
  );
}

type OpenedDialogProps = Readonly<{
  opened: Opened;
  zone: string;
  onClose: () => void;
  onRemove: (webhook: WebhookView) => void;
}>;

function OpenedDialog({ opened, zone, onClose, onRemove }: OpenedDialogProps) {
  if (opened.form === 'delete')
    return (
      <AlertDialog
        open
        onOpenChange={onClose}
        title={TEXT.ask}
        description={TEXT.askHint(opened.webhook.url)}
        confirm={TEXT.delete}
        danger
        onConfirm={() => {
          onRemove(opened.webhook);
        }}
      />
    );
  return (
    <Part>
      {opened.form === 'add' && <WebhookDialog webhook={null} onClose={onClose} />}
      {opened.form === 'change' && <WebhookDialog webhook={opened.webhook} onClose={onClose} />}
      {opened.form === 'rotate' && <RotateDialog id={opened.webhook.id} zone={zone} onClose={onClose} />}
      {opened.form === 'deliveries' && (
        <DeliveriesDialog webhook={opened.webhook} zone={zone} onClose={onClose} />
      )}
    </Part>
  );
}
