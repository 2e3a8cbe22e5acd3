import type { PostView, TargetView } from '@posthorn/contracts/scheduling/posts.http';
import { messageOf } from '#lib/api-client.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { toast } from '#ui/toast-store.ts';
import { POSTS_TEXT } from '../messages/posts.en.ts';
import { REMOTE_TEXT } from '../messages/targets.en.ts';
import { useDeleteRemote } from '../api/target-commands.ts';
import { useDeletionHindrance } from '../hooks/posts/use-deletion-hindrance.ts';
import { deletableTargets } from '../model/posts/deletable-targets.ts';

type DeleteRemoteDialogProps = Readonly<{
  post: PostView;
  open: boolean;
  /** False for an archived post. */
  isListed?: boolean;
  onOpenChange: (open: boolean) => void;
}>;

/** The toast with the refusals can be long. */
const READING_SECONDS = 15;

const nameOf = ({ platform, accountName }: TargetView): string =>
  `${PLATFORM_NAMES[platform]}: ${accountName}`;

/** Asks before a published post is deleted from its platforms, which cannot be undone. Lists the accounts. */
export function DeleteRemoteDialog({ post, open, isListed = true, onOpenChange }: DeleteRemoteDialogProps) {
  const hindranceOf = useDeletionHindrance(open);
  const { mutateAsync: remove } = useDeleteRemote(post.id, { isListed, failure: null });
  const deletable = deletableTargets(post);
  const targets = deletable.filter((target) => hindranceOf(target) === null);
  const others = (
    <>
      <CannotDelete
        why={REMOTE_TEXT.notOffered}
        targets={deletable.filter((target) => hindranceOf(target) === 'not-offered')}
      />
      <CannotDelete
        why={REMOTE_TEXT.notGranted}
        targets={deletable.filter((target) => hindranceOf(target) === 'not-granted')}
      />
    </>
  );

  const removeAll = async () => {
    const results = await Promise.allSettled(targets.map(({ accountId }) => remove({ accountId })));
    const accepted = results.filter(({ status }) => status === 'fulfilled').length;
    const deleting = REMOTE_TEXT.deletingOn(accepted);
    if (accepted === targets.length) {
      toast({ title: REMOTE_TEXT.deleting, description: deleting });
      return;
    }
    const refused = new Map<string, string[]>();
    results.forEach((result, index) => {
      const target = targets[index];
      if (result.status === 'fulfilled' || !target) return;
      const why = messageOf(result.reason, POSTS_TEXT.failed);
      refused.set(why, [...(refused.get(why) ?? []), nameOf(target)]);
    });
    // One toast, because each toast replaces the one before.
    toast({
      title: POSTS_TEXT.error,
      description: [
        ...[...refused].map(([why, names]) => `${names.join(', ')}. ${why}`),
        ...(accepted > 0 ? [deleting] : []),
      ].join(' '),
      variant: 'destructive',
      seconds: READING_SECONDS,
    });
  };

  if (targets.length === 0)
    return (
      <AlertDialog
        open={open}
        onOpenChange={onOpenChange}
        title={REMOTE_TEXT.byHand}
        description={others}
        confirm={REMOTE_TEXT.ok}
        onConfirm={() => undefined}
      />
    );
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title={REMOTE_TEXT.ask}
      description={
        <>
          {REMOTE_TEXT.askHint}
          <Names targets={targets} />
          {others}
        </>
      }
      confirm={REMOTE_TEXT.confirm(targets.length)}
      danger
      onConfirm={() => {
        void removeAll();
      }}
    />
  );
}

/** Uses spans, because a paragraph may contain no list. */
function Names({ targets }: { targets: readonly TargetView[] }) {
  return targets.map((target) => (
    <span key={target.accountId} className="mt-1.5 block font-medium text-ink">
      {nameOf(target)}
    </span>
  ));
}

function CannotDelete({ why, targets }: { why: string; targets: readonly TargetView[] }) {
  if (targets.length === 0) return null;
  return (
    <span className="mt-3 block">
      {why}
      <Names targets={targets} />
    </span>
  );
}
