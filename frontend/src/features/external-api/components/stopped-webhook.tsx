import type { WebhookView } from '@posthorn/contracts/external/webhooks.http';
import type { ReactNode } from 'react';
import { useNow } from '#lib/now.ts';
import { dayAndTime } from '#lib/zone-format.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import { useResumeWebhook, useTakeOverWebhook } from '../api/webhooks.ts';
import { WEBHOOKS_TEXT as TEXT } from '../messages/webhooks.en.ts';
import { Refused } from './refused.tsx';

/** Why the webhook is suspended, and how to resume it. */
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
        <Doing url={url} isPending={resume.isPending} work={resume.mutate}>
          {TEXT.resume}
        </Doing>
      )}
    </Note>
  );
}

type OwnerAskedProps = Readonly<{ webhook: WebhookView; onDelete: () => void }>;

/** Asks whether an endpoint that a token made may keep receiving more events than the token allows. */
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
      <Doing url={url} isPending={isPending} work={takeOver}>
        {TEXT.takeOver}
      </Doing>
      <Refused error={error} title={TEXT.failed} again={TEXT.again} />
    </div>
  );
}

type DoingProps = Readonly<{ url: string; isPending: boolean; work: () => void; children: ReactNode }>;

const Doing = ({ url, isPending, work, children }: DoingProps) => (
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
