import type { TargetView } from '@posthorn/contracts/scheduling/posts.http';
import { Link } from '@tanstack/react-router';
import Check from 'lucide-react/icons/check';
import Plug from 'lucide-react/icons/plug';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import SearchCheck from 'lucide-react/icons/search-check';
import { useState } from 'react';
import { messageOf } from '#lib/api-client.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast-store.ts';
import { useTargetOrder, type TargetOrder } from '../api/change-posts.ts';
import { ConfirmTargetDialog } from './confirm-target-dialog.tsx';

const DONE: Readonly<Record<TargetOrder['order'], string>> = {
  retry: 'Publishing again',
  check: 'Checked',
  confirm: 'Marked as posted',
};

/** What a person can do when a target has failed or nobody knows what became of it. */
export function TargetTrouble({ postId, target }: { postId: number; target: TargetView }) {
  const { accountId, accountName, status, platform } = target;
  const order = useTargetOrder(postId, accountId);
  const [asked, ask] = useState<'resend' | 'confirm' | null>(null);
  const name = PLATFORM_NAMES[platform];

  const give = (wanted: TargetOrder) => {
    order.mutate(wanted, {
      onSuccess: (post) => {
        const now = post.targets.find((one) => one.accountId === accountId);
        const stillOpen = wanted.order === 'check' && now?.status === 'unknown';
        toast({
          title: stillOpen ? 'Still unknown' : DONE[wanted.order],
          description: stillOpen
            ? `${name} could not say what became of it. Look at ${accountName} yourself.`
            : `${name}: ${accountName}`,
        });
      },
      onError: (error) => {
        const description = messageOf(error, 'This did not work. Please try again.');
        toast({ title: 'Error', description, variant: 'destructive' });
      },
    });
  };
  const about = ` (${name}, ${accountName})`;

  if (status === 'failed')
    return (
      <div className="flex flex-wrap gap-2 pb-2">
        {target.problem?.code === 'reconnect' && (
          <Button asChild>
            <Link to="/settings">
              <Plug aria-hidden />
              Connect again<span className="sr-only">{about}</span>
            </Link>
          </Button>
        )}
        <Button
          disabled={order.isPending}
          onClick={() => {
            give({ order: 'retry' });
          }}
        >
          <RotateCcw aria-hidden />
          {order.isPending ? 'Retrying...' : 'Retry'}
          <span className="sr-only">{about}</span>
        </Button>
      </div>
    );

  return (
    <div className="flex flex-wrap gap-2 pb-2">
      <Button
        variant="primary"
        disabled={order.isPending}
        onClick={() => {
          give({ order: 'check' });
        }}
      >
        <SearchCheck aria-hidden />
        {order.isPending ? 'Checking...' : 'Check now'}
        <span className="sr-only">{about}</span>
      </Button>
      <Button
        disabled={order.isPending}
        onClick={() => {
          ask('confirm');
        }}
      >
        <Check aria-hidden />
        It is there
        <span className="sr-only">{about}</span>
      </Button>
      <Button
        disabled={order.isPending}
        onClick={() => {
          ask('resend');
        }}
      >
        <RotateCcw aria-hidden />
        Send again
        <span className="sr-only">{about}</span>
      </Button>
      <AlertDialog
        open={asked === 'resend'}
        onOpenChange={(open) => {
          ask(open ? 'resend' : null);
        }}
        title={`Send again to ${name}?`}
        description={`Look at ${accountName} first. If the post is there after all, people will see it twice.`}
        confirm="Send again"
        onConfirm={() => {
          give({ order: 'retry' });
        }}
      />
      <ConfirmTargetDialog
        open={asked === 'confirm'}
        onOpenChange={(open) => {
          ask(open ? 'confirm' : null);
        }}
        platform={name}
        accountName={accountName}
        onConfirm={(permalink) => {
          give({ order: 'confirm', ...(permalink && { permalink }) });
        }}
      />
    </div>
  );
}
