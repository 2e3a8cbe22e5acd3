import type { DuplicateView, TargetView } from '@posthorn/contracts/scheduling/posts.http';
import { COPIES_TEXT } from '@posthorn/contracts/scheduling/targets';
import ExternalLink from 'lucide-react/icons/external-link';
import Trash2 from 'lucide-react/icons/trash-2';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { say } from '#lib/saying.tsx';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { useDeleteRemote } from '../../api/target-commands.ts';
import { PROBLEM_SENTENCES } from '../../messages/target-problems.en.ts';
import { COPY_TEXT, TROUBLE_TEXT } from '../../messages/targets.en.ts';
import { useDeletionHindrance } from '../../hooks/posts/use-deletion-hindrance.ts';

/** `remoteId`: null for the published post itself, whose deletion needs no id. */
type Copy = Pick<DuplicateView, 'permalink' | 'remoteDeletion' | 'remoteDeletionProblem'> &
  Readonly<{ name: string; remoteId: string | null }>;

const nameOf = (number: number): string => COPY_TEXT.names[number - 1] ?? COPY_TEXT.name(number);

const copiesOf = ({ permalink, remoteDeletion, remoteDeletionProblem, duplicates }: TargetView): Copy[] => [
  { name: nameOf(1), remoteId: null, permalink, remoteDeletion, remoteDeletionProblem },
  ...duplicates.map((copy, index) => ({ ...copy, name: nameOf(index + 2) })),
];

/** For a post that is on its platform more than once: a link to each copy, and a button that deletes the copy. */
export function TargetCopies({ postId, target }: { postId: number; target: TargetView }) {
  const { platform, accountId, accountName } = target;
  const name = PLATFORM_NAMES[platform];
  const [copyToDelete, setCopyToDelete] = useState<Copy | null>(null);
  const hindrance = useDeletionHindrance()(target);
  const { mutate: remove, isPending } = useDeleteRemote(postId);
  const copies = copiesOf(target);
  const remaining = copies.filter(({ remoteDeletion }) => remoteDeletion !== 'deleted');
  const isBusy = isPending || copies.some(({ remoteDeletion }) => remoteDeletion === 'requested');
  const mayDelete = hindrance === null;

  if (remaining.length === 0) return null;

  const deleteCopy = ({ remoteId }: Copy) => {
    remove(remoteId === null ? { accountId } : { accountId, remoteId });
  };

  return (
    <div className="pb-2">
      {remaining.length === 1 ? (
        <p className="text-sm text-muted">{COPIES_TEXT.onceAgain(name)}</p>
      ) : (
        <p className="flex items-start gap-2 text-sm">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-attention" />
          <span className="min-w-0">
            <span className="sr-only">{TROUBLE_TEXT.warning} </span>
            {COPIES_TEXT.twice(name)} {hindrance === 'not-offered' && COPIES_TEXT.deleteThere(name)}
            {hindrance === 'not-granted' && COPIES_TEXT.deletionNotGranted(name)}
          </span>
        </p>
      )}
      <ul aria-label={COPY_TEXT.list(name)} className="mt-1">
        {remaining.map((copy) => (
          <li key={copy.name} className="flex flex-wrap items-center gap-x-3 text-sm">
            <span className="w-24 font-medium">{copy.name}</span>
            {copy.permalink !== null && (
              <a
                href={copy.permalink}
                target="_blank"
                rel="noreferrer"
                className="inline-flex min-h-11 items-center gap-1.5 font-medium text-primary underline-offset-4 hover:underline"
              >
                {COPY_TEXT.view}
                <ExternalLink aria-hidden className="size-4" />
                <span className="sr-only">{COPY_TEXT.viewOf(copy.name.toLowerCase(), name)}</span>
              </a>
            )}
            {copy.remoteDeletion === 'requested' && (
              <span className="text-muted">{COPY_TEXT.beingDeleted}</span>
            )}
            {mayDelete && copy.remoteDeletion !== 'requested' && (
              <Button
                variant="quiet"
                size="inline"
                disabled={isBusy}
                onClick={() => {
                  setCopyToDelete(copy);
                }}
              >
                <Trash2 aria-hidden />
                {COPY_TEXT.delete}
                <span className="sr-only">
                  {' '}
                  {copy.name.toLowerCase()} ({name}, {accountName})
                </span>
              </Button>
            )}
            {copy.remoteDeletion !== null && copy.remoteDeletionProblem && (
              <span className="w-full text-muted">
                {say(PROBLEM_SENTENCES.deletion, copy.remoteDeletionProblem)}
              </span>
            )}
          </li>
        ))}
      </ul>
      <AlertDialog
        open={copyToDelete !== null}
        onOpenChange={(open) => {
          if (!open) setCopyToDelete(null);
        }}
        title={copyToDelete ? COPY_TEXT.ask(copyToDelete.name.toLowerCase(), name) : ''}
        description={COPY_TEXT.askHint}
        confirm={COPY_TEXT.confirm}
        danger
        onConfirm={() => {
          if (copyToDelete) deleteCopy(copyToDelete);
        }}
      />
    </div>
  );
}
