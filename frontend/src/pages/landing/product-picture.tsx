import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Timeline } from '#features/scheduling/components/history/timeline.tsx';
import { CommentRow } from '#features/inbox/components/comment-row.tsx';
import { PostCard } from '#features/scheduling/components/posts/post-card.tsx';
import { PostCounts } from '#features/scheduling/components/posts/post-counts.tsx';
import { StoppedClock } from '#lib/now.ts';
import { COMMENTS, COUNTS, HISTORY, PICTURED_AT, PICTURED_ZONE, POSTS, QUESTION } from './sample-data.ts';

/** The components need a query client, but send no requests. */
const queries = new QueryClient();
const doNothing = () => undefined;

/** Shows real components of the product as a picture. The picture is sharp at every size, has the theme of the page, and is never outdated.
 * Users cannot click or focus it.
 */
function Picture({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  return (
    <div role="img" aria-label={label} className={className}>
      <div inert aria-hidden className="pointer-events-none select-none">
        <QueryClientProvider client={queries}>
          <StoppedClock value={PICTURED_AT}>{children}</StoppedClock>
        </QueryClientProvider>
      </div>
    </div>
  );
}

type PictureProps = Readonly<{ label: string; className: string }>;

export const PostsPicture = ({ label, className }: PictureProps) => (
  <Picture label={label} className={className}>
    <div className="space-y-2 sm:space-y-3">
      <PostCounts counts={COUNTS} filter="all" onFilter={doNothing} />
      {POSTS.map((post) => (
        <PostCard key={post.id} post={post} zone={PICTURED_ZONE} onEdit={doNothing} onRemove={doNothing} />
      ))}
    </div>
  </Picture>
);

export const InboxPicture = ({ label, className }: PictureProps) => (
  <Picture label={label} className={className}>
    <div className="space-y-2">
      {COMMENTS.map((comment) => (
        <Comment key={comment.id} comment={comment} />
      ))}
    </div>
  </Picture>
);

export const CommentPicture = ({ label, className }: PictureProps) => (
  <Picture label={label} className={className}>
    <Comment comment={QUESTION} />
  </Picture>
);

const Comment = ({ comment }: { comment: CommentView }) => (
  <CommentRow
    {...{ comment, userId: 'ana', zone: PICTURED_ZONE, isPremium: true, isBusy: false }}
    {...{ isSelected: false, answering: null }}
    onAnswer={doNothing}
    onCommand={doNothing}
  />
);

export const HistoryPicture = ({ label, className }: PictureProps) => (
  <Picture label={label} className={className}>
    <Timeline name={label} events={HISTORY} zone={PICTURED_ZONE} at={null} />
  </Picture>
);
