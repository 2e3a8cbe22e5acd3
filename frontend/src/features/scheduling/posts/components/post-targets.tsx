import type { PostView, TargetView } from '@posthorn/contracts/scheduling/posts.http';
import ExternalLink from 'lucide-react/icons/external-link';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { PlatformIcon } from '#ui/platform-icon.tsx';
import { STATUS_WORDS } from '../status-words.ts';
import { FEW, Folded } from './folded.tsx';
import { TargetRow } from './target-row.tsx';

/** Every account of a post that is on its way or out. Of many, those that are well share one block, so that the others are seen. */
export function PostTargets({ post, zone }: { post: PostView; zone: string }) {
  const { id, targets, scheduledFor } = post;
  const well = targets.filter(isWell);
  if (well.length <= FEW)
    return (
      <ul aria-label="Accounts" className="space-y-1.5">
        {targets.map((target) => (
          <TargetRow key={target.accountId} postId={id} due={scheduledFor} zone={zone} target={target} />
        ))}
      </ul>
    );
  const { icon: Picture, text } = STATUS_WORDS.posted;
  return (
    <ul aria-label="Accounts" className="space-y-1.5">
      {targets
        .filter((target) => !isWell(target))
        .map((target) => (
          <TargetRow key={target.accountId} postId={id} due={scheduledFor} zone={zone} target={target} />
        ))}
      <li className="rounded-xl bg-sunken/60 px-3 pt-3 pb-1">
        <p className={`flex items-center gap-1.5 text-sm font-medium ${text}`}>
          <Picture aria-hidden className="size-4 shrink-0" />
          Posted on {well.length} accounts
        </p>
        <Folded items={well} name="accounts">
          {(shown) => (
            <ul aria-label="Posted on" className="grid gap-x-4 min-[26rem]:grid-cols-2 sm:grid-cols-3">
              {shown.map((target) => (
                <li key={target.accountId} className="min-w-0">
                  <PostedOn target={target} />
                </li>
              ))}
            </ul>
          )}
        </Folded>
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
          <span className="sr-only">{name}: </span>
          {accountName}
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
      {/* Relative: words for readers alone, behind a name that is cut, would widen the page. */}
      <span className="relative truncate">
        <span className="sr-only">View post on {name}: </span>
        {accountName}
        <span className="sr-only"> (new tab)</span>
      </span>
      <ExternalLink aria-hidden className="size-3.5 shrink-0" />
    </a>
  );
}
