import type { TargetView } from '@posthorn/contracts/scheduling/posts.http';
import { COPIES_TEXT } from '@posthorn/contracts/scheduling/targets';
import Check from 'lucide-react/icons/check';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import SearchCheck from 'lucide-react/icons/search-check';
import { useState } from 'react';
import { useNow } from '#lib/now.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { relativeTime } from '#lib/relative-time.ts';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { useTargetCommand, type TargetCommand } from '../../api/target-commands.ts';
import type { ShownConnection } from '../../model/connections.ts';
import { isChecking } from '../../model/posts/is-checking.ts';
import { CONFIRM_TEXT, TROUBLE_TEXT } from '../../messages/targets.en.ts';
import { ConfirmTargetDialog } from './confirm-target-dialog.tsx';
import { ConnectLink } from '../connect-link.tsx';

const DONE: Readonly<Record<TargetCommand['do'], string>> = TROUBLE_TEXT.done;

type TargetTroubleProps = Readonly<{ postId: number; target: TargetView; connection: ShownConnection }>;

/** The actions of the user for a target that has failed, is late, or has an unknown outcome. */
export function TargetTrouble({ postId, target, connection }: TargetTroubleProps) {
  const { accountId, accountName, status, platform } = target;
  const [openDialog, setOpenDialog] = useState<'resend' | 'confirm' | null>(null);
  const name = PLATFORM_NAMES[platform];
  const now = useNow();

  const command = useTargetCommand({ id: postId, accountId }, (post, sent) => {
    const after = post.targets.find((one) => one.accountId === accountId);
    if (sent.do === 'retry' && after?.status === 'unknown')
      return { title: TROUBLE_TEXT.lookingFirst, description: searchText(name, after, Date.now()) };
    const isStillUnknown = sent.do === 'check' && after?.status === 'unknown';
    return {
      title: isStillUnknown ? TROUBLE_TEXT.stillUnknown : DONE[sent.do],
      description: isStillUnknown ? TROUBLE_TEXT.lookYourself(name, accountName) : `${name}: ${accountName}`,
    };
  });
  const about = ` (${name}, ${accountName})`;

  const confirmDialog = (
    <ConfirmTargetDialog
      open={openDialog === 'confirm'}
      onOpenChange={(open) => {
        setOpenDialog(open ? 'confirm' : null);
      }}
      platform={name}
      accountName={accountName}
      onConfirm={(permalink) => {
        command.mutate({ do: 'confirm', ...(permalink && { permalink }) });
      }}
    />
  );
  const confirmButton = (
    <Button
      variant="quiet"
      disabled={command.isPending}
      onClick={() => {
        setOpenDialog('confirm');
      }}
    >
      <Check aria-hidden />
      {CONFIRM_TEXT.button}
      <span className="sr-only">{about}</span>
    </Button>
  );

  if (status === 'failed')
    return (
      <div className="flex flex-wrap gap-2 pb-2">
        {connection === 'active' ? (
          <Button
            disabled={command.isPending}
            onClick={() => {
              command.mutate({ do: 'retry' });
            }}
          >
            <RotateCcw aria-hidden />
            {command.isPending ? TROUBLE_TEXT.retrying : TROUBLE_TEXT.retry}
            <span className="sr-only">{about}</span>
          </Button>
        ) : null}
        {(connection !== 'active' || target.problem?.code === 'permission-missing') && (
          <ConnectLink
            postId={postId}
            target={target}
            word={connection === 'disconnected' ? TROUBLE_TEXT.connect : TROUBLE_TEXT.reconnect}
          />
        )}
        {confirmButton}
        {confirmDialog}
      </div>
    );
  if (status !== 'unknown')
    return (
      <div className="flex flex-wrap gap-2 pb-2">
        {confirmButton}
        {confirmDialog}
      </div>
    );

  const isServerChecking = isChecking(target);
  const mayArrive = target.lookUntil === null || Date.parse(target.lookUntil) > now;
  return (
    <div className="flex flex-wrap gap-2 pb-2">
      {(target.lookUntil !== null || isServerChecking) && (
        <p className="w-full text-sm text-muted">{searchText(name, target, now)}</p>
      )}
      <Button
        variant={isServerChecking ? 'quiet' : 'primary'}
        disabled={command.isPending}
        onClick={() => {
          command.mutate({ do: 'check' });
        }}
      >
        <SearchCheck aria-hidden />
        {command.isPending ? TROUBLE_TEXT.checking : TROUBLE_TEXT.check}
        <span className="sr-only">{about}</span>
      </Button>
      <Button
        variant={isServerChecking ? 'quiet' : 'secondary'}
        disabled={command.isPending}
        onClick={() => {
          setOpenDialog('confirm');
        }}
      >
        <Check aria-hidden />
        {CONFIRM_TEXT.button}
        <span className="sr-only">{about}</span>
      </Button>
      {connection === 'disconnected' ? (
        <ConnectLink target={target} word={TROUBLE_TEXT.connect} postId={postId} />
      ) : (
        <Button
          variant={isServerChecking ? 'quiet' : 'secondary'}
          disabled={command.isPending}
          onClick={() => {
            setOpenDialog('resend');
          }}
        >
          <RotateCcw aria-hidden />
          {TROUBLE_TEXT.resend}
          <span className="sr-only">{about}</span>
        </Button>
      )}
      <AlertDialog
        open={openDialog === 'resend'}
        onOpenChange={(open) => {
          setOpenDialog(open ? 'resend' : null);
        }}
        title={TROUBLE_TEXT.resendAsk(name)}
        description={
          <>
            {COPIES_TEXT.lookFirst(accountName)}
            {mayArrive && (
              <>
                <span className="mt-2 block">{COPIES_TEXT.waits}</span>
                <span className="mt-2 block">{COPIES_TEXT.risk}</span>
              </>
            )}
          </>
        }
        confirm={TROUBLE_TEXT.resend}
        onConfirm={() => {
          command.mutate({ do: 'retry' });
        }}
        {...(mayArrive && {
          other: {
            label: TROUBLE_TEXT.resendAtOnce,
            onConfirm: () => {
              command.mutate({ do: 'retry', atOwnRisk: true });
            },
          },
        })}
      />
      {confirmDialog}
    </div>
  );
}

/** Describes how long the server searches for the post on the platform before an unknown target counts as not sent. */
function searchText(name: string, { lookUntil }: TargetView, now: number): string {
  if (lookUntil === null || Date.parse(lookUntil) - now < 30_000) return COPIES_TEXT.lookingNow(name);
  return COPIES_TEXT.looking(name, relativeTime(lookUntil, now));
}
