import type { PostView, TargetView } from '@posthorn/contracts/scheduling/posts.http';
import ExternalLink from 'lucide-react/icons/external-link';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { PlatformIcon } from '#ui/platform-icon.tsx';
import { STATUS_WORDS } from '../status-words.ts';
import { TargetRow } from './target-row.tsx';

/** So many accounts may have a row each, however well they are. */
export const FEW = 4;

/** Every account of a post that is on its way or out. Of many, those that are well share one block, so that the others are seen. */
export function PostTargets({ post: { id, targets, scheduledFor } }: { post: PostView }) {
  const well = targets.filter(isWell);
  if (well.length <= FEW)
    return (
      <ul aria-label="Accounts" className="space-y-1.5">
        {targets.map((target) => (
          <TargetRow key={target.accountId} postId={id} due={scheduledFor} target={target} />
        ))}
      </ul>
    );
  const { icon: Picture, text } = STATUS_WORDS.posted;
  return (
    <ul aria-label="Accounts" className="space-y-1.5">
      {targets
        .filter((target) => !isWell(target))
        .map((target) => (
          <TargetRow key={target.accountId} postId={id} due={scheduledFor} target={target} />
        ))}
      <li className="rounded-xl bg-sunken/60 px-3 pt-3 pb-1">
        <p className={`flex items-center gap-1.5 text-sm font-medium ${text}`}>
          <Picture aria-hidden className="size-4" />
          Posted on {well.length} accounts
        </p>
        <ul aria-label="Posted on" className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
          {well.map((target) => (
            <li key={target.accountId} className="min-w-0">
              <PostedOn target={target} />
            </li>
          ))}
        </ul>
      </li>
    </ul>
  );
}

const isWell = ({ status, problem, warning, remoteDeletion, duplicates }: TargetView): boolean =>
  status === 'posted' && !problem && !warning && !remoteDeletion && duplicates.length === 0;

function PostedOn({ target: { platform, accountName, permalink } }: { target: TargetView }) {
  const name = PLATFORM_NAMES[platform];
  const look = 'flex min-h-11 max-w-full items-center gap-2 text-sm';
  if (permalink === null)
    return (
      <span className={look}>
        <PlatformIcon platform={platform} className="size-4 text-muted" />
        <span className="truncate" title={accountName}>
          {name}
          <span className="sr-only"> ({accountName})</span>
        </span>
      </span>
    );
  return (
    <a
      href={permalink}
      target="_blank"
      rel="noreferrer"
      title={accountName}
      className={`${look} font-medium text-primary underline-offset-4 hover:underline`}
    >
      <PlatformIcon platform={platform} className="size-4" />
      <span className="truncate">
        <span className="sr-only">View post on </span>
        {name}
        <span className="sr-only"> ({accountName}, new tab)</span>
      </span>
      <ExternalLink aria-hidden className="size-3.5 shrink-0" />
    </a>
  );
}
