import type { PostMetricsView, RefreshView } from '@posthorn/contracts/analytics/analytics.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useState } from 'react';
import { messageOf } from '#lib/api-client.ts';
import { lazyPart } from '#lib/lazy-part.ts';
import { Button } from '#ui/button.tsx';
import { Part } from '#ui/part.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useRefreshFigures } from '../api/looks.ts';
import { DETAILS_TEXT as TEXT } from '../messages/details.en.ts';
import { AccountFigures } from './account-figures.tsx';

const PostCurve = lazyPart(async () => (await import('./post-curve.tsx')).PostCurve);

type FigureDetailsProps = Readonly<{ post: PostView; targets: readonly PostMetricsView[]; zone: string }>;

/** The metrics of each account, a refresh button, and the history of the metrics. */
export function FigureDetails({ post, targets, zone }: FigureDetailsProps) {
  const refresh = useRefreshFigures(post.id);
  const [hasCurve, setCurve] = useState(false);
  const nameOf = (accountId: number) =>
    post.targets.find((target) => target.accountId === accountId)?.accountName ?? TEXT.unknownAccount;
  return (
    <div className="mt-2 space-y-2">
      <ul aria-label={TEXT.accounts} className="space-y-2">
        {targets.map((target) => (
          <AccountFigures
            key={target.accountId}
            target={target}
            name={nameOf(target.accountId)}
            zone={zone}
            refreshed={stateOf(target, refresh.data)}
          />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={refresh.isPending}
          onClick={() => {
            refresh.mutate();
          }}
        >
          <RotateCcw aria-hidden />
          {refresh.isPending ? TEXT.refreshing : TEXT.refresh}
        </Button>
        <Button
          variant="quiet"
          aria-expanded={hasCurve}
          onClick={() => {
            setCurve(!hasCurve);
          }}
        >
          {hasCurve ? TEXT.hideCurve : TEXT.showCurve}
        </Button>
      </div>
      <p role="alert" className="text-xs text-failed empty:hidden">
        {refresh.isError && messageOf(refresh.error, TEXT.refreshFailed)}
      </p>
      {hasCurve && (
        <Part fallback={<Skeleton className="h-60" />}>
          <PostCurve postId={post.id} nameOf={nameOf} zone={zone} />
        </Part>
      )}
    </div>
  );
}

const stateOf = ({ accountId }: PostMetricsView, result: RefreshView | undefined) =>
  result?.accounts.find((account) => account.accountId === accountId) ?? null;
