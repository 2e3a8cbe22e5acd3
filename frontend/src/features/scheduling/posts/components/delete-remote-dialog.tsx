import type { PostView, TargetView } from '@posthorn/contracts/scheduling/posts.http';
import { messageOf } from '#lib/api-client.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { toast } from '#ui/toast-store.ts';
import { useDeleteRemote } from '../../api/change-posts.ts';
import { deletableTargets, useDeletionHindrance } from '../remote-posts.ts';

type DeleteRemoteDialogProps = Readonly<{
  post: PostView;
  open: boolean;
  /** False for an archived post. */
  isListed?: boolean;
  onOpenChange: (open: boolean) => void;
}>;

const nameOf = ({ platform, accountName }: TargetView): string =>
  `${PLATFORM_NAMES[platform]}: ${accountName}`;

/** Names every account from which the published post is to go; that cannot be taken back. */
export function DeleteRemoteDialog({ post, open, isListed = true, onOpenChange }: DeleteRemoteDialogProps) {
  const hindranceOf = useDeletionHindrance(open);
  const { mutateAsync: remove } = useDeleteRemote(post.id, isListed);
  const there = deletableTargets(post);
  const targets = there.filter((target) => hindranceOf(target) === null);
  const others = (
    <>
      <CannotDelete
        why="These platforms offer us no way to delete a post. Please delete it there yourself:"
        targets={there.filter((target) => hindranceOf(target) === 'not-offered')}
      />
      <CannotDelete
        why="These accounts were connected without the permission to delete posts. Connect them again in Settings and allow it, or delete the post there yourself:"
        targets={there.filter((target) => hindranceOf(target) === 'not-granted')}
      />
    </>
  );

  const removeAll = async () => {
    const results = await Promise.allSettled(targets.map(({ accountId }) => remove({ accountId })));
    const refused = results.flatMap((result, index) => {
      const target = targets[index];
      return result.status === 'rejected' && target
        ? [`${nameOf(target)}. ${messageOf(result.reason, 'This did not work. Please try again.')}`]
        : [];
    });
    if (refused.length < targets.length) {
      const count = targets.length - refused.length;
      toast({
        title: 'Deleting from platforms',
        description: `The post is being deleted on ${count === 1 ? 'one account' : `${String(count)} accounts`}.`,
      });
    }
    for (const description of refused) toast({ title: 'Error', description, variant: 'destructive' });
  };

  if (targets.length === 0)
    return (
      <AlertDialog
        open={open}
        onOpenChange={onOpenChange}
        title="This post has to be deleted there"
        description={others}
        confirm="OK"
        onConfirm={() => undefined}
      />
    );
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete this post from its platforms?"
      description={
        <>
          It will be deleted with all its likes and comments. This cannot be undone.
          <Names targets={targets} />
          {others}
        </>
      }
      confirm={
        targets.length === 1 ? 'Delete from 1 account' : `Delete from ${String(targets.length)} accounts`
      }
      danger
      onConfirm={() => {
        void removeAll();
      }}
    />
  );
}

/** Inside a paragraph, where no list may be. */
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
