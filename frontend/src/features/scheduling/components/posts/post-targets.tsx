import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { CARD_TEXT } from '../../messages/posts.en.ts';
import { TargetRow } from './target-row.tsx';

type PostTargetsProps = Readonly<{
  post: PostView;
  zone: string;
  /** Ids of accounts that are shown elsewhere. */
  folded?: readonly number[];
}>;

/** A row for each account of a post. */
export function PostTargets({ post: { id, targets, scheduledFor }, zone, folded = [] }: PostTargetsProps) {
  const shown = targets.filter(({ accountId }) => !folded.includes(accountId));
  if (shown.length === 0) return null;
  return (
    <ul aria-label={CARD_TEXT.accounts} className="mt-2 space-y-1.5">
      {shown.map((target) => (
        <TargetRow key={target.accountId} postId={id} due={scheduledFor} zone={zone} target={target} />
      ))}
    </ul>
  );
}
