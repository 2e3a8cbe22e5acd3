import type { WebhookView } from '@posthorn/contracts/external/webhooks.http';
import type { ReactNode } from 'react';
import { messageOf } from '#lib/api-client.ts';
import { useNow } from '#lib/now.ts';
import { dayAndTime } from '#lib/zone-format.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import { toast } from '#ui/toast-store.ts';
import { useChangeWebhook, useTakeOverWebhook } from '../api/webhooks.ts';
import { WEBHOOKS_TEXT as TEXT } from '../webhooks.messages.en.ts';
import { Refused } from './refused.tsx';

/** Why nothing is sent, and the way on. */
export function Stopped({ webhook, zone }: Readonly<{ webhook: WebhookView; zone: string }>) {
  const { id, url, suspendedBecause, pausedUntil } = webhook;
  const now = useNow();
  const change = useChangeWebhook(id);
  const resume = () => change.mutateAsync({ resume: true });
  return (
    <Note kind="warning" className="mt-2">
      <p>
        {suspendedBecause !== null
          ? TEXT.suspended[suspendedBecause]
          : TEXT.paused(pausedUntil === null ? TEXT.soon : dayAndTime(pausedUntil, zone, now))}
      </p>
      {suspendedBecause === 'token-ended' ? (
        <TakeOver webhook={webhook} />
      ) : (
        <Doing url={url} isPending={change.isPending} work={resume} done={RESUMED} onFailed={notResumed}>
          {TEXT.resume}
        </Doing>
      )}
    </Note>
  );
}

type OwnerAskedProps = Readonly<{ webhook: WebhookView; onDelete: () => void }>;

/** One that a token made, and that hears more than the token: may it go on? */
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
  const { mutateAsync: takeOver, isPending, error } = useTakeOverWebhook(id);
  return (
    <div className="space-y-2">
      <Doing url={url} isPending={isPending} work={takeOver} done={TAKEN_OVER}>
        {TEXT.takeOver}
      </Doing>
      <Refused error={error} title={TEXT.failed} again={TEXT.again} />
    </div>
  );
}

const notResumed = (error: Error) =>
  toast({ title: TEXT.failed, description: messageOf(error, TEXT.again), variant: 'destructive' });
const RESUMED = { title: TEXT.resumed, description: TEXT.resumedHint };
const TAKEN_OVER = { title: TEXT.takenOver, description: TEXT.takenOverHint };

type DoingProps = Readonly<{
  url: string;
  isPending: boolean;
  work: () => Promise<unknown>;
  done: Readonly<{ title: string; description: string }>;
  /** Left out where the caller shows the error itself. */
  onFailed?: (error: Error) => void;
  children: ReactNode;
}>;

function Doing({ url, isPending, work, done, onFailed = () => undefined, children }: DoingProps) {
  // A toast, because this part of the screen goes away once nothing stops the webhook.
  const succeeded = () => toast(done);
  return (
    <Button
      className="mt-2"
      aria-disabled={isPending}
      onClick={() => {
        if (!isPending) void work().then(succeeded, onFailed);
      }}
    >
      {children}
      <span className="sr-only">{TEXT.of(url)}</span>
    </Button>
  );
}
