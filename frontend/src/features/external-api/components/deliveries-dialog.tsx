import {
  DELIVERY_STATES,
  type DeliveryState,
  type DeliveryView,
  type WebhookView,
} from '@posthorn/contracts/external/webhooks.http';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMore } from '#lib/paged-list.ts';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogBody } from '#ui/dialog.tsx';
import { Note } from '#ui/note.tsx';
import { Select } from '#ui/select.tsx';
import { deliveriesQuery, useReplay } from '../api/deliveries.ts';
import { DELIVERIES_TEXT as TEXT } from '../messages/webhooks.en.ts';
import { DeliveryRow } from './delivery-row.tsx';
import { Loaded } from './loaded.tsx';

const ALL = 'all';
const FILTERS = [
  { value: ALL, label: TEXT.all },
  ...DELIVERY_STATES.map((value) => ({ value, label: TEXT.states[value] })),
];

type DeliveriesDialogProps = Readonly<{ webhook: WebhookView; zone: string; onClose: () => void }>;

/** The deliveries to a webhook, with the responses of the receiver and buttons that send the events again. */
export function DeliveriesDialog({ webhook, zone, onClose }: DeliveriesDialogProps) {
  const [state, setState] = useState<DeliveryState | null>(null);
  const [replayAfter, setReplayAfter] = useState<DeliveryView | null>(null);
  const deliveries = useInfiniteQuery(deliveriesQuery(webhook.id, state));
  const { refetch } = deliveries;
  const more = useMore(deliveries, true);
  const isSuspended = webhook.state === 'suspended';
  return (
    <Dialog open onOpenChange={onClose} title={TEXT.title} description={webhook.url} fillsPhone>
      <DialogBody className="space-y-3">
        <div className="flex flex-wrap items-end gap-2">
          <Select
            className="min-w-0 flex-[1_1_10rem]"
            label={TEXT.filter}
            value={state ?? ALL}
            options={FILTERS}
            onValueChange={(value) => {
              setState(DELIVERY_STATES.find((each) => each === value) ?? null);
            }}
          />
          <Button onClick={() => void refetch()}>{TEXT.refresh}</Button>
        </div>
        {isSuspended && <Note>{TEXT.suspended}</Note>}
        <Loaded query={deliveries}>
          {({ pages }) => (
            <DeliveryList
              deliveries={pages.flatMap(({ items }) => items)}
              webhookId={webhook.id}
              zone={zone}
              isSuspended={isSuspended}
              onReplay={setReplayAfter}
            />
          )}
        </Loaded>
        {more.hasNext && (
          <Button
            aria-disabled={more.isLoading}
            onClick={() => {
              if (!more.isLoading) more.load();
            }}
          >
            {more.isLoading ? TEXT.loading : TEXT.more}
          </Button>
        )}
      </DialogBody>
      {replayAfter && (
        <ReplayDialog
          webhookId={webhook.id}
          after={replayAfter}
          onClose={() => {
            setReplayAfter(null);
          }}
        />
      )}
    </Dialog>
  );
}

type DeliveryListProps = Readonly<{
  deliveries: readonly DeliveryView[];
  webhookId: string;
  zone: string;
  isSuspended: boolean;
  onReplay: (after: DeliveryView) => void;
}>;

const DeliveryList = ({ deliveries, ...row }: DeliveryListProps) => (
  <>
    <ul aria-label={TEXT.list} className="divide-y border-y empty:hidden">
      {deliveries.map((delivery) => (
        <DeliveryRow key={delivery.eventId} delivery={delivery} {...row} />
      ))}
    </ul>
    <p className="text-sm text-muted">
      {deliveries.length === 0 && TEXT.none} {TEXT.kept}
    </p>
  </>
);

type ReplayDialogProps = Readonly<{ webhookId: string; after: DeliveryView; onClose: () => void }>;

function ReplayDialog({ webhookId, after, onClose }: ReplayDialogProps) {
  const { mutate: replay } = useReplay(webhookId);
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={TEXT.replayAsk}
      description={TEXT.replayHint}
      confirm={TEXT.redeliver}
      onConfirm={() => {
        replay(after.eventId);
      }}
    />
  );
}
