import type { WebhookView } from '@posthorn/contracts/external/webhooks.http';
import type { ReactNode } from 'react';
import { useNow } from '#lib/now.ts';
import { dayAndTime } from '#lib/zone-format.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import { useResumeWebhook, useTakeOverWebhook } from '../api/webhooks.ts';
import { WEBHOOKS_TEXT as TEXT } from '../messages/webhooks.en.ts';
import { Refused } from './refused.tsx';

/** Shows why the webhook is paused or suspended, with a button that resumes it. */
export function Stopped({ webhook, zone }: Readonly<{ webhook: WebhookView; zone: string }>) {
  const { id, url, suspendedBecause, pausedUntil } = webhook;
  const now = useNow();
  const resume = useResumeWebhook(id);
  return (
    <Note kind="warning" className="mt-2">
      <p>
        {suspendedBecause !== null
          ? TEXT.suspended[suspendedBecause]
          : TEXT.paused(pausedUntil === null ? TEXT.makeDue : dayAndTime(pausedUntil, zone, now))}
      </p>
      {suspendedBecause === 'token-ended' ? (
        <TakeOver webhook={webhook} />
      ) : (
        <ActionButton url={url} isPending={resume.isPending} work={resume.mutate}>
          {TEXT.resume}
        </ActionButton>
      )}
    </Note>
  );
}

type OwnerAskedProps = Readonly<{ webhook: WebhookView; onDelete: () => void }>;

/** Asks whether a webhook that a token created may receive more events than the token allows. */
export const OwnerAsked = ({ webhook, onDelete }: OwnerAskedProps) => (
  <Note kind="warning" className="mt-2">
    <p>{TEXT.asksOwner}</p>
    <div className="flex flex-wrap gap-2">
      <TakeOver webhook={webhook} />
      <Button className="mt-2" onClick={onDelete}>
        {TEXT.delete}
        <span className="sr-only">{TEXT.of(webhook.url)}</span>
      </Button>
    </div>
  </Note>
);

function TakeOver({ webhook: { id, url } }: Readonly<{ webhook: WebhookView }>) {
  const { mutate: takeOver, isPending, error } = useTakeOverWebhook(id);
  return (
    <div className="space-y-2">
      <ActionButton url={url} isPending={isPending} work={takeOver}>
        {TEXT.takeOver}
      </ActionButton>
      <Refused error={error} title={TEXT.failed} again={TEXT.again} />
    </div>
  );
}

type ActionButtonProps = Readonly<{ url: string; isPending: boolean; work: () => void; children: ReactNode }>;

const ActionButton = ({ url, isPending, work, children }: ActionButtonProps) => (
  <Button
    className="mt-2"
    aria-disabled={isPending}
    onClick={() => {
      if (!isPending) work();
    }}
  >
    {children}
    <span className="sr-only">{TEXT.of(url)}</span>
  </Button>
);
