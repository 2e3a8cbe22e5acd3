import type { PostView, TargetView } from '@posthorn/contracts/scheduling/posts.http';
import { lazyPart } from '#lib/lazy-part.ts';
import { Part } from '#ui/part.tsx';
import { CARD_TEXT } from '../../messages/posts.en.ts';
import { useConnections } from '../../model/connections.ts';
import { groupsOf } from '../../model/posts/same-cause.ts';
import { TargetRow } from './target-row.tsx';

const SameTrouble = lazyPart(async () => (await import('./same-trouble.tsx')).SameTrouble);

type PostTargetsProps = Readonly<{
  post: PostView;
  zone: string;
  /** The ids of accounts that another component shows. */
  folded?: readonly number[];
}>;

/** A row for each account of a post. Accounts with the same problem share a row. */
export function PostTargets({ post: { id, targets, scheduledFor }, zone, folded = [] }: PostTargetsProps) {
  const connections = useConnections();
  const shown = targets.filter(({ accountId }) => !folded.includes(accountId));
  if (shown.length === 0) return null;
  const row = (target: TargetView) => (
    <TargetRow key={target.accountId} postId={id} due={scheduledFor} zone={zone} target={target} />
  );
  return (
    <ul aria-label={CARD_TEXT.accounts} className="mt-2 space-y-1.5">
      {groupsOf(shown, connections).map(({ cause, targets: [first, ...others] }) => {
        if (!first) return null;
        if (others.length === 0) return row(first);
        return (
          <li key={cause} className="rounded-xl bg-sunken/60 px-3 py-1">
            <Part fallback={<div className="h-28" />}>
              <SameTrouble postId={id} targets={[first, ...others]}>
                {[first, ...others].map(row)}
              </SameTrouble>
            </Part>
          </li>
        );
      })}
    </ul>
  );
}
