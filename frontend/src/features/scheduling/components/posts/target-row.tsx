import type { TargetView } from '@posthorn/contracts/scheduling/posts.http';
import { classNames } from '#lib/class-names.ts';
import { lazyPart } from '#lib/lazy-part.ts';
import { useNow } from '#lib/now.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { AccountAvatar } from '#ui/account-avatar.tsx';
import { Part } from '#ui/part.tsx';
import { isLate } from '../../model/posts/is-late.ts';
import { connectionOf, isSolvedByReconnecting, useConnections } from '../../model/connections.ts';
import { targetWords } from '../../model/posts/status-words.ts';
import { waitsForAccount } from '../../model/posts/waits-for-account.ts';
import { TargetProblem } from './target-problem.tsx';
import { ViewPost } from './view-post.tsx';

// These components load late, because most targets have no problem.
const TargetTrouble = lazyPart(async () => (await import('./target-trouble.tsx')).TargetTrouble);
const TargetCopies = lazyPart(async () => (await import('./target-copies.tsx')).TargetCopies);
const TargetNotes = lazyPart(async () => (await import('./target-notes.tsx')).TargetNotes);

type TargetRowProps = Readonly<{ postId: number; due: string; zone: string; target: TargetView }>;

/** One account of a post: its state, a link to the published post, and the actions of the user. */
export function TargetRow({ postId, due, zone, target }: TargetRowProps) {
  const now = useNow();
  const connection = connectionOf(target.accountId, useConnections());
  const { word, icon: Picture, text } = targetWords(target);
  const isOpen = target.status === 'scheduled' || target.status === 'publishing';
  // The notes below show this problem with its solution.
  const isNoted =
    waitsForAccount(target) || (isOpen && connection !== 'active' && isSolvedByReconnecting(target.problem));
  return (
    <li className="rounded-xl bg-sunken/60 px-3 py-1">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3">
        <AccountAvatar accountId={target.accountId} name={target.accountName} platform={target.platform} />
        <span className="min-w-0 flex-1 basis-28 py-1 text-sm sm:flex sm:items-center sm:gap-3">
          <span className="block min-w-0 flex-1 truncate" title={target.accountName}>
            <span className="sr-only">{PLATFORM_NAMES[target.platform]}: </span>
            {target.accountName}
          </span>
          <span className={classNames('flex items-center gap-1.5 font-medium', text)}>
            <Picture aria-hidden className="size-4" />
            {word}
          </span>
        </span>
        {target.permalink && <ViewPost href={target.permalink} platform={target.platform} />}
      </div>
      {!isNoted && <TargetProblem target={target} />}
      {(target.warning ??
        target.remoteDeletion ??
        target.coverProblem ??
        (waitsForAccount(target) || (isOpen && connection !== 'active'))) && (
        <Part fallback={<div className="h-7" />}>
          <TargetNotes postId={postId} target={target} connection={connection} zone={zone} />
        </Part>
      )}
      {target.duplicates.length > 0 && (
        <Part fallback={<div className="h-11" />}>
          <TargetCopies postId={postId} target={target} />
        </Part>
      )}
      {(target.status === 'failed' || target.status === 'unknown' || isLate(target, due, now)) && (
        <Part fallback={<div className="h-11" />}>
          <TargetTrouble postId={postId} target={target} connection={connection} />
        </Part>
      )}
    </li>
  );
}
