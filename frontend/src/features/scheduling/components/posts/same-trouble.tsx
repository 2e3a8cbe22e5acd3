import type { TargetView } from '@posthorn/contracts/scheduling/posts.http';
import ChevronDown from 'lucide-react/icons/chevron-down';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import SearchCheck from 'lucide-react/icons/search-check';
import { useState, type ReactNode } from 'react';
import { classNames } from '#lib/class-names.ts';
import { AccountAvatar } from '#ui/account-avatar.tsx';
import { Button } from '#ui/button.tsx';
import { useCommandForTargets } from '../../api/target-commands.ts';
import { SAME_TROUBLE_TEXT as TEXT } from '../../messages/targets.en.ts';
import { isChecking } from '../../model/posts/is-checking.ts';
import { targetWords } from '../../model/posts/status-words.ts';
import { TargetProblem } from './target-problem.tsx';

const AVATARS = 3;

type SameTroubleProps = Readonly<{
  postId: number;
  /** At least two targets with the same problem. */
  targets: readonly [TargetView, ...TargetView[]];
  /** A row for each target. */
  children: ReactNode;
}>;

/** Shows accounts with the same problem in one row, with one button for all. The rows of the single accounts are folded. */
export function SameTrouble({ postId, targets, children }: SameTroubleProps) {
  const [isOpen, setOpen] = useState(false);
  const [first] = targets;
  const { word, icon: Picture, text } = targetWords(first);
  const names = targets.map(({ accountName }) => accountName).join(', ');
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center gap-x-3">
        <span className="flex shrink-0 gap-1.5">
          {targets.slice(0, AVATARS).map(({ accountId, accountName, platform }) => (
            <AccountAvatar key={accountId} accountId={accountId} name={accountName} platform={platform} />
          ))}
        </span>
        <span className="min-w-0 flex-1 basis-28 py-1 text-sm sm:flex sm:items-center sm:gap-3">
          <span className="block min-w-0 flex-1 truncate" title={names}>
            <span className="font-medium">{TEXT.accounts(targets.length)}</span>{' '}
            <span className="text-muted">{names}</span>
          </span>
          <span className={classNames('flex items-center gap-1.5 font-medium', text)}>
            <Picture aria-hidden className="size-4" />
            {word}
          </span>
        </span>
      </div>
      <TargetProblem target={first} />
      <div className="flex flex-wrap gap-2 pb-2">
        <ActionForAll postId={postId} targets={targets} />
        <Button
          variant="quiet"
          aria-expanded={isOpen}
          onClick={() => {
            setOpen(!isOpen);
          }}
        >
          {TEXT.each}
          <ChevronDown aria-hidden className={classNames('transition-transform', isOpen && 'rotate-180')} />
        </Button>
      </div>
      {isOpen && (
        <ul aria-label={TEXT.listOf(targets.length)} className="-mx-3 space-y-1.5 border-t pt-1">
          {children}
        </ul>
      )}
    </>
  );
}

/** The action for all accounts together. Shows nothing while the server continues by itself. */
function ActionForAll({ postId, targets }: Omit<SameTroubleProps, 'children'>) {
  const [first] = targets;
  const command = useCommandForTargets(postId, targets.length);
  const accountIds = targets.map(({ accountId }) => accountId);
  if (first.status === 'failed')
    return (
      <Button
        disabled={command.isPending}
        onClick={() => {
          command.mutate({ do: 'retry', accountIds });
        }}
      >
        <RotateCcw aria-hidden />
        {command.isPending ? TEXT.retrying : TEXT.retryAll}
      </Button>
    );
  if (first.status !== 'unknown' || isChecking(first)) return null;
  return (
    <Button
      variant="primary"
      disabled={command.isPending}
      onClick={() => {
        command.mutate({ do: 'check', accountIds });
      }}
    >
      <SearchCheck aria-hidden />
      {command.isPending ? TEXT.checking : TEXT.checkAll}
    </Button>
  );
}
